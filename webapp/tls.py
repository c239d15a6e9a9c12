"""`serve --https`: the same application once more behind TLS, beside plain http (SPEC 7).

Plain http stays open: that is where a phone fetches the authority it shall trust, and everything but live view
works there. waitress speaks no TLS, so cheroot carries this door.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from webapp import certificates, network
from webapp.security import own_names

APART = 443  # 8000 → 8443
THREADS = 12


def port_beside(port: int) -> int:
    """The TLS port that goes with a plain one."""
    return port + APART if port + APART <= 65535 else port - 1


@dataclass
class Door:
    """The TLS server in its thread."""

    server: Any
    thread: threading.Thread
    served: certificates.Served
    port: int

    def close(self) -> None:
        self.server.stop()
        self.thread.join(10)


def open_door(application: Callable[..., Any], host: str, port: int, data_dir: Path) -> Door:
    """Make or renew the certificate for this machine's addresses and serve on ``port``. Raises ``OSError``."""
    from cheroot.ssl.builtin import BuiltinSSLAdapter
    from cheroot.wsgi import Server

    addresses = network.lan_addresses()
    if host not in ("0.0.0.0", "::", "localhost") and host not in addresses:
        addresses.append(host)
    served = certificates.prepare(data_dir, addresses, sorted(own_names() - {"localhost"}))
    server = Server((host, port), application, numthreads=THREADS, server_name="zhuoji")
    adapter = BuiltinSSLAdapter(str(served.certificate), str(served.key))
    server.ssl_adapter = adapter
    server.prepare()
    thread = threading.Thread(target=server.serve, name="tls", daemon=True)
    thread.start()
    return Door(server, thread, served, server.bind_addr[1])


def announce(door: Door, plain: int, *, lan: bool) -> None:
    """The https addresses, the fingerprint to compare, and what to do when the address has changed."""
    hosts = (network.lan_addresses() if lan else []) or ["127.0.0.1"]
    click.echo("https（有取景画面）/ https (with live view):")
    for host in hosts:
        click.echo(f"  {network.url(host, door.port).replace('http://', 'https://', 1)}")
    click.echo(f"手机第一次用先打开 / On each phone first open {network.url(hosts[0], plain)}trust")
    click.echo(f"证书指纹 / CA fingerprint SHA-256 {door.served.authority.fingerprint}")
    if door.served.moved:
        click.echo(
            "这台电脑的地址换了，证书重做了；手机上信任过的根证书不用再装，网址要换。 / "
            "This computer's address has changed: the certificate was made anew. Phones that trust the CA "
            "need nothing, only the new address."
        )
    if door.served.new_authority:
        click.echo("根证书是新的，每台手机要装一次。 / The CA is new: each phone has to install it once.")


def taken(port: int, error: OSError) -> str:
    reason = error.strerror or str(error)
    return (
        f"https 的端口 {port} 用不了（{reason}）。换个 --port。 / Port {port} for https can't be used ({reason}); "
        "choose another --port."
    )
