"""`zhuoji doctor`: what this installation has, what is wrong with it and what to do (SPEC 2.5)."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import click

from scoring.errors import ZhuojiError
from webapp import network
from webapp.datadir import default_data_dir, prepare

PACKAGES = (
    "onnxruntime", "numpy", "opencv-python", "pillow", "pi-heif", "flask", "waitress", "segno", "sqlalchemy",
    "cryptography", "cheroot",
)  # fmt: skip
NEWEST_OPSET = 20  # what every onnxruntime we allow (>= 1.17) is sure to run: 1.17 was built with ONNX 1.15
ROOM = 500 * 1024 * 1024  # a night with photos of every hand fits well into it


@dataclass(frozen=True)
class Finding:
    """One line: what was looked at, what was found, whether it is fine, and what to do if not."""

    what: str
    found: str
    ok: bool | None = True
    """None: worth a remark, but nothing is broken."""
    remedy: str = ""


def cores() -> int:
    """Cores this process may use, not those of the machine."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def versions() -> list[Finding]:
    """Python, ourselves and the packages that matter."""
    good = sys.version_info >= (3, 11)
    out = [
        Finding(
            "Python",
            platform.python_version(),
            good,
            "装 Python 3.11 或更新的 / install Python 3.11 or newer",
        )
    ]
    for name in ("zhuoji", *PACKAGES):
        try:
            out.append(Finding(name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            out.append(Finding(name, "没有 / missing", False, "重装 / reinstall: pip install zhuoji"))
    return out


def opencv() -> list[Finding]:
    """Whether OpenCV loads: the wheel wants two libraries of the system that small servers lack."""
    what = "OpenCV"
    try:
        import cv2
    except ImportError as error:
        if ".so" not in str(error):
            return [Finding(what, str(error), False, "重装 / reinstall: pip install zhuoji")]
        return [
            Finding(
                what,
                str(error),
                False,
                "缺系统库，Debian、Ubuntu 上装 / a system library is missing; on Debian and Ubuntu: "
                "apt-get install libgl1 libglib2.0-0",
            )
        ]
    return [Finding(what, f"{cv2.__version__} 能用 / loads")]


def _second_look(missing: Sequence[str]) -> Finding:
    """Without these tiles are read by one look, found by their scores alone, and no table can teach its set: worse, but it works."""
    if not missing:
        return Finding("第二眼 second look", "有 / there")
    which = "、".join(f"models/{name}" for name in missing)
    return Finding(
        "第二眼 second look",
        f"{which} 没有、坏了或不配这个模型 / missing, damaged or another model's",
        None,
        "认牌差些，缺 looks.npz 还学不了自家的牌；重装 / reads worse, without looks.npz learns no set; "
        "reinstall: pip install --force-reinstall zhuoji",
    )


def model() -> list[Finding]:
    """The shipped detector: its bytes, its opset, and one reading of a sample."""
    from vision.model import LOOKS, PRESENCE, load_model, load_presence, load_yardstick
    from vision.reading import Reader

    again = "重装：pip install --force-reinstall zhuoji（源码里：zhuoji export）"
    try:
        info, _ = load_model()
    except ZhuojiError as error:
        return [Finding("模型 model", error.zh, False, f"{error.en} {again}")]
    out = [
        Finding("模型 model", info.name),
        _second_look(
            [
                name
                for name, load in ((LOOKS, load_yardstick), (PRESENCE, load_presence))
                if load(info) is None
            ]
        ),
        Finding("sha256", f"{info.sha256[:16]}… 对得上 / matches"),
        Finding(
            "opset",
            str(info.opset),
            info.opset <= NEWEST_OPSET,
            "升级 onnxruntime / upgrade onnxruntime",
        ),
    ]
    from importlib.resources import files

    try:
        start = time.perf_counter()
        reader = Reader.open()
        opened = time.perf_counter() - start
        photo = (files("webapp") / "samples" / "hand-1" / "D.jpg").read_bytes()
        start = time.perf_counter()
        reading = reader.read(photo).to_json("D.jpg")
        took = time.perf_counter() - start
    except (ZhuojiError, OSError, RuntimeError) as error:
        return [*out, Finding("认牌 reading", str(error), False, again)]
    found = f"{len(reading['tiles'])} 张 / tiles, {took * 1000:.0f} ms（打开 / open {opened * 1000:.0f} ms）"
    return [*out, Finding("认牌 reading", found, len(reading["tiles"]) == 13, again)]


def rules() -> list[Finding]:
    """All rule systems load."""
    from scoring.profile import ProfileDataError, load_profile, profile_ids

    what, again = "规则 rules", "重装 / reinstall: pip install zhuoji"
    names = profile_ids()
    try:
        for name in names:
            load_profile(name)
    except ProfileDataError as error:
        return [Finding(what, str(error), False, f"改好这个文件 / mend that file; {again}")]
    return [Finding(what, f"{len(names)} 种 / systems", bool(names), again)]


def certificate(data: Path) -> Finding:
    """The local authority of ``serve --https``, if there is one."""
    from webapp.certificates import find

    found = find(data)
    if found is None:
        return Finding("证书 certificate", "没有，http 就够 / none; plain http will do")
    return Finding("证书 certificate", f"SHA-256 {found.fingerprint}")


def ledger(data: Path) -> Finding:
    """The database: whether it opens, and how many tables lie in it. Makes and changes nothing."""
    from sqlalchemy import func, inspect, select
    from sqlalchemy.exc import SQLAlchemyError

    from webapp.storage.engine import FILE, Database, database_url
    from webapp.storage.schema import tables

    named = bool(os.environ.get("ZHUOJI_DATABASE_URL"))
    what = "账本 ledger"
    if not named and not (data / FILE).exists():
        return Finding(what, "还没有，开第一桌时建 / none yet; the first table makes it")
    database = None
    try:
        database = Database(database_url(data))
        kind = "SQLite" if database.sqlite else "PostgreSQL"
        with database.reading() as connection:
            if not inspect(connection).has_table(tables.name):
                return Finding(what, f"{kind} 连得上，还没有账 / reachable, no ledger in it yet")
            count = connection.execute(select(func.count()).select_from(tables)).scalar_one()
    except ZhuojiError as error:
        return Finding(what, error.code, False, f"{error.zh} {error.en}")
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).splitlines()[0]
        remedy = (
            "看看 ZHUOJI_DATABASE_URL / check ZHUOJI_DATABASE_URL"
            if named
            else "用 zhuoji backup 的备份 / use a backup"
        )
        return Finding(what, said, False, remedy)
    finally:
        if database is not None:
            database.close()
    return Finding(what, f"{kind}，{count} 桌 / tables")


def room(data: Path) -> Finding:
    """Space on the disk of the data folder."""
    free = shutil.disk_usage(data).free
    return Finding(
        "硬盘 disk",
        f"还有 {free // 1024**2} MB / {free // 1024**2} MB free",
        True if free > ROOM else None,
        "快满了，照片和账会存不下：清一清 / nearly full, photos and ledger need room: free some",
    )


def door(port: int) -> Finding:
    """Whether ``serve`` could listen on this port now."""
    from webapp.commands.serve import bind

    what = f"端口 port {port}"
    try:
        bind("127.0.0.1", port).close()
    except ZhuojiError as error:
        return Finding(what, "占着 / taken", None, f"{error.zh} {error.en}")
    return Finding(what, "空着 / free")


def machine(data: Path, port: int) -> list[Finding]:
    """Cores, addresses, port, ledger, data folder."""
    out = [Finding("核 cores", str(cores()))]
    addresses = network.lan_addresses()
    out.append(
        Finding(
            "手机用的地址 LAN",
            " ".join(addresses) or "没有 / none",
            True if addresses else None,
            "连上 wifi；只在本机用可以不管 / join the wifi, or use this machine only",
        )
    )
    out += [door(port), certificate(data), ledger(data)]
    try:
        out += [Finding("数据文件夹 data", f"{prepare(data)} 能写 / writable"), room(data)]
    except ZhuojiError as error:
        out.append(Finding("数据文件夹 data", str(data), False, f"{error.zh} {error.en}"))
    return out


def looked(check: Callable[[], list[Finding]]) -> list[Finding]:
    """A check; one that can't even start for want of a package says so instead of breaking off."""
    try:
        return check()
    except ImportError as error:
        name = error.name or str(error)
        return [Finding(name, "装不上 / can't be loaded", False, "重装 / reinstall: pip install zhuoji")]


@click.command()
@click.option(
    "--data", default=None, type=click.Path(path_type=Path), metavar="DIR", help="数据文件夹 / data folder"
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), metavar="P")
def doctor(data: Path | None, port: int) -> None:
    """查一遍：版本、模型、地址、端口、文件夹 / Check versions, model, address, port, data folder."""
    checks: list[Callable[[], list[Finding]]] = [
        versions,
        opencv,
        model,
        rules,
        lambda: machine(data or default_data_dir(), port),
    ]
    wrong = 0
    for check in checks:
        for finding in looked(check):
            mark = {True: "✓", None: "·", False: "✗"}[finding.ok]
            click.echo(f"{mark} {finding.what}: {finding.found}")
            wrong += finding.ok is False
            if not finding.ok:
                click.echo(f"    → {finding.remedy}")
    # The installed app must never need it (SPEC 1); a check of ours that pulled it in would be a fault.
    if "torch" in sys.modules:
        wrong += 1
        click.echo("✗ torch: 被加载了，不应该 / was imported and must not be")
    click.echo("都好 / All fine" if not wrong else f"有 {wrong} 处要看 / {wrong} to look at")
    sys.exit(1 if wrong else 0)
