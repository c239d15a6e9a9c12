"""`zhuoji serve`: the page on this machine and, when asked, for the phones on the same wifi (SPEC 2.5, 7)."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scoring.errors import ZhuojiError
from webapp import network
from webapp.commands.terminal import visible
from webapp.datadir import default_data_dir, prepare

if TYPE_CHECKING:
    from flask import Flask

    from webapp.config import Config

THREADS = 16  # uploads wait for the detector; pages and /healthz must not wait with them
NOT_OURS = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL})
LOOPBACK = ("127.0.0.1", "localhost", "::1")
DRAIN = 256 * 1024 * 1024  # an oversized body is read to its end, so that the phone gets our sentence


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. Raises a sentence where the port or the address can't be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = socket.socket(family, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((host, port))
    except (OSError, ValueError, TypeError) as error:  # what is no name at all isn't an OSError
        server.close()
        if not isinstance(error, OSError) or isinstance(error, socket.gaierror) or error.errno in NOT_OURS:
            raise _not_ours(host) from None
        if error.errno == errno.EACCES:
            raise ZhuojiError(
                "PORT_TAKEN",
                f"{port} 号端口不许用，1024 以下的要管理员；换个端口：--port 8000。",
                f"Port {port} is not allowed: those below 1024 are the administrator's. Try --port 8000.",
                "--port",
            ) from None
        other = port + 1 if port < 65535 else port - 1
        raise ZhuojiError(
            "PORT_TAKEN",
            f"{host}:{port} 用不了（{error.strerror}）。多半是已经开着一个了；换个端口：--port {other}，"
            f"用 make 开的就写 make run PORT={other}。",
            f"{host}:{port} can't be used ({error.strerror}). Another one may be running; "
            f"try --port {other}, or with make: make run PORT={other}.",
            "--port",
        ) from None
    return server


def _not_ours(host: str) -> ZhuojiError:
    shown = visible(host)[:60]
    return ZhuojiError(
        "BAD_HOST",
        f"{shown} 不是这台电脑的地址。不写 --host 就只给这台电脑用，要让手机进来写 --lan。",
        f"{shown} is not an address of this machine. Leave --host out for this machine alone, or use --lan "
        "to let phones in.",
        "--host",
    )


def announce(host: str, port: int, lan: bool) -> None:
    """The address, and with --lan every one a phone may use and a QR code of the likeliest."""
    if not lan:
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        click.echo(f"捉鸡相机 {network.url(shown, port)}")
        if host in LOOPBACK:
            way = network.way_in()
            click.echo(
                f"只有这台电脑能打开。要让手机进来：{way} / Only this machine; to let phones in: {way}"
            )
        return
    addresses = network.lan_addresses()
    if not addresses:
        click.echo(f"捉鸡相机 {network.url('127.0.0.1', port)}")
        click.echo("没找到局域网地址：连上 wifi 再试 / No network address found: join the wifi first")
        return
    click.echo("手机连同一个 wifi，打开 / On the same wifi, open:")
    for address in addresses:
        click.echo(f"  {network.url(address, port)}")
    qr(network.url(addresses[0], port))
    click.echo(
        "打不开？有的 wifi 不让设备互相访问：用一台手机开热点，都连上去。 / "
        "Can't open it? Some wifi keeps devices apart: join a phone's hotspot instead."
    )


def qr(address: str) -> None:
    """A QR code in the terminal."""
    import segno

    segno.make(address, error="m", micro=False).terminal(out=sys.stdout, border=2, compact=True)


def make_server(config: Config, listening: socket.socket, app: Flask | None = None) -> Any:
    """waitress on a bound socket with ``app`` or a new one; ``run`` serves until ``close``."""
    import waitress

    from webapp import patience
    from webapp.app import create_app

    # "Task queue depth is 3" whenever a page asks for 27 pictures: no news to a host. Its errors are.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = waitress.create_server(
        app or create_app(config),
        sockets=[listening],
        threads=THREADS,
        max_request_body_size=DRAIN,
        channel_timeout=60,
        connection_limit=patience.CONNECTIONS,
        cleanup_interval=patience.LOOK_EVERY,
        ident="zhuoji",
        clear_untrusted_proxy_headers=True,
    )
    patience.mind(server)
    return server


@click.command()
@click.option("--lan", is_flag=True, help="让同一个 wifi 的手机进来 / let phones on the same network in")
@click.option("--host", default=None, metavar="H", help="监听地址 / address to listen on [127.0.0.1]")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), metavar="P")
@click.option(
    "--https", "secure", is_flag=True, help="再开一个 https，取景画面要用 / https beside http, for live view"
)
@click.option("--data", default=None, type=click.Path(path_type=Path), metavar="DIR", help="数据文件夹")
@click.option(
    "--name",
    "names",
    multiple=True,
    envvar="ZHUOJI_NAMES",
    metavar="NAME",
    help="代理后面的域名，可以几个 / a name it is reached by, behind a proxy; several are fine",
)
def serve(
    lan: bool, host: str | None, port: int, secure: bool, data: Path | None, names: tuple[str, ...]
) -> None:
    """开起来：网页 + 认牌 / Serve the page and the reader."""
    address = host or ("0.0.0.0" if lan else "127.0.0.1")
    try:
        folder = prepare(data or default_data_dir())
        listening = bind(address, port)
    except ZhuojiError as error:
        raise click.ClickException(f"{error.zh}\n{error.en}") from None

    # Imported after the port is ours: a taken port should be told at once.
    from webapp.app import create_app
    from webapp.config import Config

    # The detector loads once nothing can stop us any more: a process that ends meanwhile is aborted by its thread.
    config = Config(
        data_dir=folder,
        local_only=address in LOOPBACK and not names,
        allowed_hosts=frozenset(names),
        load_model=False,
    )
    app = create_app(config)
    server = make_server(config, listening, app)
    try:
        app.extensions["zhuoji"]["nights"].open()
    except ZhuojiError as error:
        raise click.ClickException(f"{error.zh}\n{error.en}") from None
    announce(address, port, lan)
    door = None
    if secure:
        from webapp import tls

        beside = tls.port_beside(port)
        try:
            door = tls.open_door(app, address, beside, folder)
        except OSError as error:
            raise click.ClickException(tls.taken(beside, error)) from None
        tls.announce(door, port, lan=lan)
    pool = app.extensions["zhuoji"]["pool"]
    pool.start()
    click.echo("停：Ctrl+C / Stop: Ctrl+C")
    if threading.current_thread() is threading.main_thread():
        # systemd and Docker stop with SIGTERM, which process 1 of a container would even ignore.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.stdout.flush()
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        if door is not None:
            door.close()
        server.close()
        pool.close()
        click.echo("已停 / Stopped")
