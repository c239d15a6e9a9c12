"""Who may talk to the server and what a page may do (SPEC 7): Host check, Origin check, headers."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, request

from webapp.config import Config
from webapp.errors import RefusedError, refuse

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # `no-referrer` would turn the Origin of a form into "null" and fail our own check.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def own_names() -> frozenset[str]:
    """The names this machine goes by on its own network."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.split(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local", f"{short}.lan"}) - {""}


def host_allowed(host: str, names: frozenset[str]) -> bool:
    """Whether a ``Host`` header may be ours.

    A page of a foreign site can reach us by pointing its *name* at our address (DNS rebinding), never by
    our bare address, so any IP literal passes and names must be known.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name.lower() in names:
        return True
    try:
        ipaddress.ip_address(name.split("%")[0])
    except ValueError:
        return False
    return True


def origin_allowed(origin: str | None, host: str, fetch_site: str | None) -> bool:
    """Whether a write comes from our own page, or from a program that is no browser."""
    if origin is not None:
        try:
            return urlsplit(origin).netloc.lower() == host.lower() != ""
        except ValueError:
            return False
    return fetch_site in (None, "same-origin", "none")


def register(app: Flask, config: Config) -> None:
    """Check every request before it is looked at, mark every answer."""
    names = own_names() | {name.lower() for name in config.allowed_hosts}

    @app.before_request
    def _check() -> Response | None:
        host = request.headers.get("Host", "")
        if not host_allowed(host, names):
            return refuse(
                RefusedError(
                    "FORBIDDEN",
                    "这个网址不是本机的。请用终端里印出来的地址打开。",
                    "This name is not ours. Open the address that the terminal shows.",
                    "Host",
                )
            )
        if request.method in WRITES and not origin_allowed(
            request.headers.get("Origin"), host, request.headers.get("Sec-Fetch-Site")
        ):
            return refuse(
                RefusedError(
                    "FORBIDDEN",
                    "这个请求来自别的网站，没有接受。",
                    "This request came from another site and was not accepted.",
                    "Origin",
                )
            )
        return None

    @app.after_request
    def _mark(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.path.startswith("/api/") or request.path == "/healthz":
            response.headers.setdefault("Cache-Control", "no-store")
        return response
