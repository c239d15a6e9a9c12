"""How long the http door waits for a request, so that a few slow connections don't keep all phones out.

waitress ends silent connections by itself; one that drips a byte now and then never is silent. A phone far from the
router still sends some kilobytes a second.
"""

from __future__ import annotations

import time
from typing import Any

from waitress.channel import HTTPChannel

CONNECTIONS = 160
PER_ADDRESS = 80  # a phone opens six; behind Docker's bridge or a proxy many phones share one address
GRACE = 30.0  # seconds in which a request may take its time
SLOWEST = 200  # bytes a second, on average, after that
LOOK_EVERY = 10  # seconds
LOOPBACK = ("127.0.0.1", "::1")


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection that knows how fast its unfinished request comes in."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.begun, self.got = 0.0, 0
        super().__init__(server, sock, addr, adj, map)
        same = sum(other.addr[0] == addr[0] for other in list(server.active_channels.values()))
        if same > PER_ADDRESS and addr[0] not in LOOPBACK:
            self.will_close = True

    def received(self, data: bytes) -> Any:
        if self.request is None:
            self.begun, self.got = time.monotonic(), 0
        self.got += len(data)
        return super().received(data)

    def drips(self, now: float) -> bool:
        """Whether a request has begun, is not complete and comes too slowly to wait for."""
        age = now - self.begun
        return self.request is not None and age > GRACE and self.got < SLOWEST * age


def mind(server: Any) -> None:
    """Make a waitress server end connections that drip, each time it looks for silent ones."""
    server.channel_class = Channel
    silent = server.maintenance

    def maintenance(now: float) -> None:
        silent(now)
        for channel in list(server.active_channels.values()):
            if channel.drips(time.monotonic()):
                channel.will_close = True

    server.maintenance = maintenance
