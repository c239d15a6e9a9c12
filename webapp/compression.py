"""Gzip for text, so that the page is light on a crowded wifi; packed static files are kept in memory."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

TEXT = frozenset(
    {
        "text/html",
        "text/css",
        "text/plain",
        "text/javascript",
        "application/javascript",
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
    }
)
SMALLEST = 600  # below this a packet is a packet


@lru_cache(maxsize=64)
def _packed(_etag: str, body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def register(app: Flask) -> None:
    """Pack what shrinks, for those who take it."""

    @app.after_request
    def _pack(response: Response) -> Response:
        if response.mimetype not in TEXT:
            return response
        response.vary.add("Accept-Encoding")
        if (
            response.status_code != 200
            or request.method == "HEAD"
            or "Content-Encoding" in response.headers
            or not request.accept_encodings["gzip"]
        ):
            return response
        response.direct_passthrough = False
        body = response.get_data()
        if len(body) < SMALLEST:
            return response
        etag, _ = response.get_etag()
        response.set_data(_packed(etag, body) if etag else gzip.compress(body, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        if etag:
            response.set_etag(etag, weak=True)  # same content, other bytes; If-None-Match still matches
        return response
