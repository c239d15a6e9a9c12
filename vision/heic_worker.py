"""Decode one HEIC from stdin to stdout, in a process of its own; run by path, imports nothing of ours.

libheif and its binding crash on some damaged files (seen: a changed metadata box), and a crash must not take
the host down. Writes width and height as two big-endian uint32, then RGB bytes. Exit status: 0, 3 without
pi-heif, 4 when the header says more pixels than argv[1] (size written, nothing decoded), 5 no readable photo.
"""

from __future__ import annotations

import io
import struct
import sys

MEMORY = 2_000_000_000
SECONDS = 30


def main() -> int:
    """One photo; returns the exit status."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):  # not on Windows, or a tighter limit is set already
        pass
    try:
        import pi_heif
    except ImportError:
        return 3
    pi_heif.options.THUMBNAILS = pi_heif.options.DEPTH_IMAGES = pi_heif.options.AUX_IMAGES = False
    pi_heif.options.DECODE_THREADS = 2
    try:
        # libheif applies the file's own turn and mirror (irot, imir); EXIF must not turn it again.
        photo = pi_heif.open_heif(io.BytesIO(sys.stdin.buffer.read()), convert_hdr_to_8bit=True)
        width, height = photo.size
        sys.stdout.buffer.write(struct.pack(">II", width, height))
        if width * height > int(sys.argv[1]):
            return 4
        image = photo.to_pillow()
        if image.mode.startswith("I"):
            image = image.point(lambda value: value / 257).convert("L")
        if image.has_transparency_data:
            from PIL import Image

            image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA"))
        pixels = image.convert("RGB").tobytes()
    except Exception:  # whatever is wrong with the file, the caller has one sentence for it
        return 5
    sys.stdout.buffer.write(pixels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
