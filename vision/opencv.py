"""The one place that imports OpenCV, so that a missing system library is a sentence, not a traceback."""

from __future__ import annotations

from vision.errors import PhotoError

try:
    import cv2
except ImportError as error:  # e.g. "libGL.so.1: cannot open shared object file" (opencv-python#370)
    raise PhotoError(
        "MODEL_MISSING",
        f"OpenCV 装不上：{error}。缺系统库时运行 apt-get install libgl1 libglib2.0-0，"
        "或改装 opencv-python-headless。",
        f"OpenCV can't be loaded: {error}. If a system library is missing, run "
        "`apt-get install libgl1 libglib2.0-0`, or install opencv-python-headless instead.",
    ) from error

__all__ = ["cv2"]
