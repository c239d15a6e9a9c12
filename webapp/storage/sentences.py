"""What a ledger on disk can refuse, as sentences (SPEC 6): full, read-only, damaged, newer, away, busy."""

from __future__ import annotations

from pathlib import Path

from scoring.errors import ZhuojiError


class StorageError(ZhuojiError):
    """The ledger can't be read or written right now; nothing already acknowledged is lost."""


def full() -> StorageError:
    return StorageError(
        "STORAGE_FULL",
        "磁盘满了，这一笔没存上。腾点地方再存；已存的都在。",
        "The disk is full and this was not saved. Free some space and save again; all saved hands are there.",
    )


def readonly() -> StorageError:
    return StorageError(
        "STORAGE_READONLY",
        "数据文件夹只能读，存不了。改一下权限，或者用 --data 换一个文件夹。",
        "The data folder is read-only. Change its permissions or choose another with --data.",
    )


def damaged() -> StorageError:
    return StorageError(
        "STORAGE_DAMAGED",
        "账本文件坏了，没有动它。把它挪开，用 zhuoji backup 存的备份换上再开。",
        "The ledger file is damaged and was left as it is. Move it away, put a copy made by `zhuoji backup` in "
        "its place and start again.",
    )


def newer(found: int, known: int) -> StorageError:
    return StorageError(
        "STORAGE_NEWER",
        f"账本是更新的版本存的（{found}，这个程序到 {known}）。升级 zhuoji 再开；账本没有动。",
        f"A newer zhuoji wrote this ledger (schema {found}, this program knows {known}). Upgrade zhuoji; the "
        "ledger was not touched.",
    )


def altered(number: int) -> StorageError:
    return StorageError(
        "STORAGE_NEWER",
        f"账本的第 {number} 次升级和这个程序的不一样，没有动它。装回原来的版本，或者用备份。",
        f"Migration {number} of this ledger is not the one this program knows; nothing was touched. Use the "
        "version that made it, or a backup.",
    )


def away() -> StorageError:
    return StorageError(
        "STORAGE_AWAY",
        "连不上数据库。看看 ZHUOJI_DATABASE_URL 和数据库还开着没有，过一会再存。",
        "The database can't be reached. Check ZHUOJI_DATABASE_URL and that the server runs, then save again.",
    )


def unopened(folder: Path) -> StorageError:
    return StorageError(
        "STORAGE_AWAY",
        f"{folder} 里的账本文件打不开：看看它是不是一个文件（不是文件夹）、许不许读写，或者用 --data 换一个文件夹。",
        f"The ledger file in {folder} can't be opened: see that it is a file, not a folder, and may be read and "
        "written, or choose another folder with --data.",
    )


def no_folder(place: Path) -> StorageError:
    return StorageError(
        "STORAGE_DAMAGED",
        f"{place} 应当是文件夹，却是个文件，照片存不了。把它挪开再存；账没事。",
        f"{place} should be a folder but is a file, so photos can't be kept. Move it away and try again; the "
        "ledger is fine.",
    )


def locked() -> StorageError:
    return StorageError("BUSY", "账本正忙，过两秒再存。", "The ledger is busy; save again in two seconds.")
