"""This machine's addresses, without sending anything: which one will a phone on the same wifi reach?"""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from importlib.resources import files
from pathlib import Path

# Bridges and tunnels of virtual machines are rarely where the phones are.
VIRTUAL = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "tun",
    "tap",
    "wg",
    "utun",
    "tailscale",
    "zt",
)
_SIOCGIFADDR = 0x8915  # Linux: address of an interface


def _by_interface() -> list[tuple[str, str]]:
    """(interface, IPv4) pairs on Linux; [] where the call is unknown."""
    if not sys.platform.startswith("linux"):
        return []
    import fcntl

    out = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:  # an interface without IPv4
                continue
            out.append((name, socket.inet_ntoa(answer[20:24])))
    return out


def _outward() -> str | None:
    """The address of the default route. Connecting a UDP socket picks the route and sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _by_name() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(item[4][0]) for item in found]


def lan_addresses() -> list[str]:
    """IPv4 addresses a phone might reach, likeliest first; [] without any network."""
    virtual = {address for name, address in _by_interface() if name.startswith(VIRTUAL)}
    outward = _outward()
    found = [outward] if outward else []
    found += [address for _, address in _by_interface()] + _by_name()
    usable = [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]
    return sorted(usable, key=lambda address: (address in virtual, address != outward))


def url(host: str, port: int) -> str:
    """``http://host:port/``, IPv6 in brackets, port 80 left out."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def way_in() -> str:
    """The command that lets phones in: by make in a clone, which knows no other, else the console script."""
    root = Path(str(files("webapp"))).parent
    return "make run LAN=1" if (root / "Makefile").is_file() else "zhuoji serve --lan"
