"""A local CA and a server certificate that phones accept: IP in it, ≤ 398 days, renewed when addresses change."""

from __future__ import annotations

import http.client
import ipaddress
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from webapp import certificates, tls
from webapp.app import create_app
from webapp.config import Config

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def server_certificate(data: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((data / "tls" / "server.pem").read_bytes())


def test_what_phones_ask_of_a_certificate(tmp_path: Path) -> None:
    made = certificates.prepare(tmp_path, ["192.168.1.7"], ["laptop.local"], NOW)
    assert made.renewed
    certificate = server_certificate(tmp_path)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert ipaddress.ip_address("192.168.1.7") in names.get_values_for_type(x509.IPAddress)
    assert "laptop.local" in names.get_values_for_type(x509.DNSName)
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert lasts <= timedelta(days=398)
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [x509.ExtendedKeyUsageOID.SERVER_AUTH]
    assert not certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    root = x509.load_pem_x509_certificate(made.authority.pem)
    certificate.verify_directly_issued_by(root)


def test_keys_are_their_owners_alone(tmp_path: Path) -> None:
    certificates.prepare(tmp_path, ["192.168.1.7"], now=NOW)
    for name in ("ca.key", "server.key"):
        assert stat.S_IMODE((tmp_path / "tls" / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "tls").stat().st_mode) == 0o700


def test_the_authority_is_good_for_local_addresses_only(tmp_path: Path) -> None:
    root = x509.load_pem_x509_certificate(certificates.prepare(tmp_path, ["10.0.0.2"], now=NOW).authority.pem)
    constraints = root.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    trees = [tree.value for tree in constraints.value.permitted_subtrees or []]
    assert ipaddress.ip_network("192.168.0.0/16") in trees
    assert not any(isinstance(tree, str) and "." in tree for tree in trees)


@pytest.mark.parametrize(
    ("addresses", "days", "renewed", "moved", "fresh"),
    [
        (["192.168.1.7"], 0, False, False, False),
        (["192.168.1.7"], 300, False, False, False),
        (["192.168.1.7"], 370, True, False, False),
        (["192.168.1.8"], 0, True, True, False),
        (["8.8.4.4"], 0, True, False, True),  # outside what the authority may sign for: a new one
        (["192.168.1.7"], 3400, True, False, True),
    ],
)
def test_renewal(
    tmp_path: Path, addresses: list[str], days: int, renewed: bool, moved: bool, fresh: bool
) -> None:
    first = certificates.prepare(tmp_path, ["192.168.1.7"], now=NOW)
    again = certificates.prepare(tmp_path, addresses, now=NOW + timedelta(days=days))
    assert (again.renewed, again.moved, again.new_authority) == (renewed, moved, fresh)
    assert (again.authority == first.authority) != fresh


@pytest.mark.parametrize("name", ["ca.pem", "server.pem", "server.key"])
def test_damaged_files_are_made_anew(tmp_path: Path, name: str) -> None:
    certificates.prepare(tmp_path, ["192.168.1.7"], now=NOW)
    (tmp_path / "tls" / name).write_text("damaged")
    assert certificates.prepare(tmp_path, ["192.168.1.7"], now=NOW).renewed


def test_https_answers_to_those_who_trust_the_authority(tmp_path: Path) -> None:
    app = create_app(Config(data_dir=tmp_path, load_model=False))
    door = tls.open_door(app, "127.0.0.1", 0, tmp_path)
    try:
        context = ssl.create_default_context(cadata=door.served.authority.pem.decode())
        connection = http.client.HTTPSConnection("127.0.0.1", door.port, context=context, timeout=10)
        connection.request("GET", "/trust/zhuoji-ca.crt")
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.read() == door.served.authority.der
        connection.close()
        stranger = http.client.HTTPSConnection("127.0.0.1", door.port, timeout=10)
        with pytest.raises(ssl.SSLCertVerificationError):
            stranger.request("GET", "/healthz")
        stranger.close()
    finally:
        door.close()


def test_trust_page_shows_both_steps_of_ios(tmp_path: Path) -> None:
    client = create_app(Config(data_dir=tmp_path, load_model=False)).test_client()
    assert "--https" in client.get("/trust").text
    assert client.get("/trust/zhuoji-ca.crt").status_code == 404
    made = certificates.prepare(tmp_path, ["192.168.1.7"], now=NOW)
    zh, en = client.get("/trust").text, client.get("/trust?lang=en").text
    assert made.authority.fingerprint in zh
    assert "VPN 与设备管理" in zh
    assert "证书信任设置" in zh
    assert "Certificate Trust Settings" in en
    answer = client.get("/trust/zhuoji-ca.crt")
    assert answer.mimetype == "application/x-x509-ca-cert"
