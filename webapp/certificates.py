"""A local authority and a server certificate with the LAN address in it, for ``serve --https`` (SPEC 7).

The authority's key never leaves the data folder (mode 0600) and is good for this computer's own addresses
only: it carries name constraints, so a phone that trusts it trusts it for nothing else.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

CA_DAYS = 3650
SERVER_DAYS = 397  # phones refuse server certificates of more than 398 days
RENEW = timedelta(days=30)
WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
_BACK = timedelta(days=1)  # a phone whose clock is a little behind

CA_FILE, CA_KEY, SERVER_FILE, SERVER_KEY = "ca.pem", "ca.key", "server.pem", "server.key"
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16", "100.64.0.0/10")


@dataclass(frozen=True)
class Authority:
    """The root that phones install."""

    pem: bytes
    der: bytes
    fingerprint: str


@dataclass(frozen=True)
class Served:
    """Files for the TLS server. ``renewed``: made just now; ``moved``: because the address changed;
    ``new_authority``: phones have to install the root."""

    certificate: Path
    key: Path
    authority: Authority
    renewed: bool
    moved: bool
    new_authority: bool


def folder_of(data_dir: Path) -> Path:
    return data_dir / "tls"


def _write(path: Path, data: bytes) -> None:
    """A file that is its owner's alone from the first byte on."""
    half = path.with_suffix(path.suffix + ".new")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    os.replace(half, path)


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _name(text: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Zhuoji 捉鸡相机"),
            x509.NameAttribute(NameOID.COMMON_NAME, text),
        ]
    )


def _authority(certificate: x509.Certificate) -> Authority:
    digest = certificate.fingerprint(hashes.SHA256()).hex().upper()
    return Authority(
        pem=certificate.public_bytes(serialization.Encoding.PEM),
        der=certificate.public_bytes(serialization.Encoding.DER),
        fingerprint=":".join(digest[i : i + 2] for i in range(0, len(digest), 2)),
    )


def find(data_dir: Path | None) -> Authority | None:
    """The authority if one was ever made here."""
    try:
        path = folder_of(data_dir) / CA_FILE if data_dir else None
        return _authority(x509.load_pem_x509_certificate(path.read_bytes())) if path else None
    except (OSError, ValueError):
        return None


def _make_authority(folder: Path, now: datetime, wanted: Sequence[x509.GeneralName]) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key()
    subject = _name("Zhuoji local CA 捉鸡相机")
    allowed: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_network(net)) for net in _PRIVATE]
    allowed += [x509.DNSName(name) for name in ("localhost", "local", "lan")]
    allowed += [_subtree(item) for item in wanted if not _inside(item, allowed)]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BACK)
        .not_valid_after(now + timedelta(days=CA_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(sign=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(
            x509.NameConstraints(permitted_subtrees=allowed, excluded_subtrees=None), critical=True
        )
        .sign(key, hashes.SHA256())
    )
    _write(folder / CA_KEY, _key_bytes(key))
    _write(folder / CA_FILE, certificate.public_bytes(serialization.Encoding.PEM))


def _subtree(item: x509.GeneralName) -> x509.GeneralName:
    """The smallest permitted subtree that holds a name."""
    return x509.IPAddress(ipaddress.ip_network(item.value)) if isinstance(item, x509.IPAddress) else item


def _inside(item: x509.GeneralName, allowed: Sequence[x509.GeneralName]) -> bool:
    if isinstance(item, x509.IPAddress):
        own = ipaddress.ip_network(str(item.value))
        nets = [ipaddress.ip_network(str(tree.value)) for tree in allowed if isinstance(tree, x509.IPAddress)]
        return any(own.network_address in net for net in nets)
    names = [tree.value for tree in allowed if isinstance(tree, x509.DNSName)]
    return any(item.value == name or item.value.endswith(f".{name}") for name in names)


def _permits(root: Authority, wanted: Sequence[x509.GeneralName]) -> bool:
    """Whether the authority may sign for all of these; else phones would refuse what it signs."""
    certificate = x509.load_pem_x509_certificate(root.pem)
    found = certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    return all(_inside(item, found.permitted_subtrees or []) for item in wanted)


def _usage(*, sign: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not sign,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=sign,
        crl_sign=sign,
        encipher_only=False,
        decipher_only=False,
    )


def _alternatives(addresses: Sequence[str], names: Sequence[str]) -> list[x509.GeneralName]:
    ips = dict.fromkeys([*addresses, "127.0.0.1"])
    out: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_address(item)) for item in ips]
    return out + [x509.DNSName(name) for name in dict.fromkeys(["localhost", *names])]


def _current(folder: Path, wanted: list[x509.GeneralName], now: datetime) -> tuple[bool, bool]:
    """(good, moved): whether the server certificate can stay, and whether only its addresses are wrong."""
    try:
        ca = x509.load_pem_x509_certificate((folder / CA_FILE).read_bytes())
        server = x509.load_pem_x509_certificate((folder / SERVER_FILE).read_bytes())
        server.verify_directly_issued_by(ca)
        serialization.load_pem_private_key((folder / SERVER_KEY).read_bytes(), None)
    except Exception:  # missing, damaged or of another authority: each is a reason to make a new one
        return False, False
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    fits = set(names) >= set(wanted)
    good = server.not_valid_after_utc - now > RENEW and not _ahead(server, now)
    return fits and good, not fits


def _make_server(folder: Path, wanted: list[x509.GeneralName], now: datetime) -> None:
    ca = x509.load_pem_x509_certificate((folder / CA_FILE).read_bytes())
    ca_key = serialization.load_pem_private_key((folder / CA_KEY).read_bytes(), None)
    assert isinstance(ca_key, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_name("zhuoji"))
        .issuer_name(ca.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BACK)
        .not_valid_after(now - _BACK + timedelta(days=SERVER_DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(sign=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(wanted), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(ca_key.public_key()), critical=False
        )
        .sign(ca_key, hashes.SHA256())
    )
    _write(folder / SERVER_KEY, _key_bytes(key))
    _write(
        folder / SERVER_FILE,
        certificate.public_bytes(serialization.Encoding.PEM) + ca.public_bytes(serialization.Encoding.PEM),
    )


def prepare(
    data_dir: Path, addresses: Sequence[str], names: Sequence[str] = (), now: datetime | None = None
) -> Served:
    """The certificate for these addresses, made or renewed where needed; the authority is made once."""
    now = now or datetime.now(UTC)
    folder = folder_of(data_dir)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    root, wanted = find(data_dir), _alternatives(addresses, names)
    fresh = (
        root is None or not (folder / CA_KEY).is_file() or _expires(root, now) or not _permits(root, wanted)
    )
    if fresh:
        _make_authority(folder, now, wanted)
    good, moved = _current(folder, wanted, now)
    if not good:
        _make_server(folder, wanted, now)
    authority = find(data_dir)
    assert authority is not None
    return Served(folder / SERVER_FILE, folder / SERVER_KEY, authority, not good, moved, fresh)


def _expires(root: Authority, now: datetime) -> bool:
    certificate = x509.load_pem_x509_certificate(root.pem)
    return certificate.not_valid_after_utc - now < timedelta(days=SERVER_DAYS) or _ahead(certificate, now)


def _ahead(certificate: x509.Certificate, now: datetime) -> bool:
    """Whether it only becomes valid later: the clock ran ahead when it was made, and was set back since.

    A clock that stands before this program was written is itself wrong, and no reason to lose phones' trust.
    """
    return now >= WRITTEN and certificate.not_valid_before_utc > now
