"""What can go wrong before a photo is read, each as a code and a sentence (SPEC 2.3, 2.4)."""

from __future__ import annotations

from scoring.errors import ZhuojiError


class PhotoError(ZhuojiError):
    """A photo that can't be read, or a reader that can't start.

    Codes: ``NOT_AN_IMAGE UNSUPPORTED TOO_LARGE TOO_MANY_PIXELS MODEL_MISSING``.
    """


def not_an_image(empty: bool = False) -> PhotoError:
    """Zero bytes, text, or a file broken on the way."""
    if empty:
        return PhotoError(
            "NOT_AN_IMAGE",
            "文件是空的，没有照片。请重新拍一张或重新选一张。",
            "The file is empty. Take the photo again or choose another one.",
        )
    return PhotoError(
        "NOT_AN_IMAGE",
        "这个文件不是照片，或者已经损坏。请重新拍一张，或选一张 JPEG、PNG、WebP、HEIC 照片。",
        "This file is no photo, or it is damaged. Take it again, or choose a JPEG, PNG, WebP or HEIC photo.",
    )


def unsupported(what: str) -> PhotoError:
    """A picture or a film of a kind that isn't read; ``what`` is its name, e.g. ``"GIF"``."""
    return PhotoError(
        "UNSUPPORTED",
        f"不支持 {what} 文件。请用 JPEG、PNG、WebP 或 HEIC 照片。",
        f"{what} files aren't read. Use a JPEG, PNG, WebP or HEIC photo.",
    )


def too_large(size: int, limit: int) -> PhotoError:
    """More bytes than the limit."""
    return PhotoError(
        "TOO_LARGE",
        f"文件有 {size / 1e6:.0f} MB，最多 {limit / 1e6:.0f} MB。请用手机相机的普通照片。",
        f"The file has {size / 1e6:.0f} MB, at most {limit / 1e6:.0f} MB are read. Use a plain phone photo.",
    )


def too_many_pixels(width: int, height: int, limit: int) -> PhotoError:
    """More pixels than the limit, known from the header before anything is decoded."""
    return PhotoError(
        "TOO_MANY_PIXELS",
        f"照片有 {width}×{height} 像素（{width * height / 1e6:.0f} 百万），最多 {limit / 1e6:.0f} 百万。"
        "请在相机里选小一点的尺寸，或先缩小再传。",
        f"The photo has {width}×{height} pixels ({width * height / 1e6:.0f} megapixels), at most "
        f"{limit / 1e6:.0f} are read. Choose a smaller size in the camera, or shrink it first.",
    )


def model_missing(zh: str, en: str) -> PhotoError:
    """The detector can't start; the sentences say why, this adds what to do."""
    return PhotoError(
        "MODEL_MISSING",
        f"识牌模型用不了：{zh}。请重新安装，或在源码目录里运行 zhuoji export；不识牌也可以手动输入。",
        f"The tile detector can't be used: {en}. Install again, or run `zhuoji export` in a clone; "
        "tiles can still be typed by hand.",
    )
