"""How often decoding a JPEG passes over its picture: a few for any camera, thousands in a file made to stall."""

from __future__ import annotations

import re

MOST_SCANS = 32
"""Encoders make 1 to about 16; each costs one pass over all pixels, however few bytes it has."""

_MARKER = re.compile(rb"\xff+([^\x00\x01\xff\xd0-\xd8])", re.DOTALL)
_SOF = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_SOS, _EOI = 0xDA, 0xD9


def too_many_scans(data: bytes) -> bool:
    """Whether the first picture in the file has more than ``MOST_SCANS``; broken files are left to the decoder.

    Of a plain JPEG, whose first scan holds all components, only the header is looked at.
    """
    at, scans, components, progressive = 2, 0, 0, False
    while found := _MARKER.search(data, at):
        marker, at = found.group(1)[0], found.end()
        if marker == _EOI:
            return False
        if marker in _SOF:
            progressive, components = marker in _PROGRESSIVE, data[at + 7] if at + 7 < len(data) else 0
        if marker == _SOS:
            scans += 1
            if scans > MOST_SCANS:
                return True
            if not progressive and at + 2 < len(data) and data[at + 2] >= components:
                return False
        at += int.from_bytes(data[at : at + 2], "big")  # to the segment's end; after SOS the pixels follow
    return False
