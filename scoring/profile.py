"""A rule system as checked data: every parameter with value, clause and `assumed`; variants; overlays (RULES 2, 4.1.10).

The eight systems lie in ``scoring/profiles/*.toml``. Loading is strict: an unknown key, a value outside the
allowed ones or a missing clause is an error that names file and key.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from scoring.errors import ZhuojiError
from scoring.schema import GROUPS, LEAVES, GroupValueError, collapse

_FOLDER = files("scoring") / "profiles"
OFF = "off"


class ProfileError(ZhuojiError):
    """A profile, variant or overlay that doesn't exist or can't be."""

    def __init__(self, zh: str, en: str, field: str) -> None:
        super().__init__("BAD_SITUATION", zh, en, field)


class ProfileDataError(Exception):
    """A fault in a profile's data file; names file and key. For developers, never caused by players."""


@dataclass(frozen=True)
class Leaf:
    """One parameter's value and where it comes from; ``why`` only where a reason is worth giving."""

    value: Any
    clause: str
    assumed: bool
    why: str | None = None
    why_zh: str | None = None


@dataclass(frozen=True)
class Variant:
    """A table option: parameters that it sets over the profile."""

    id: str
    zh: str
    en: str
    clause: str
    assumed: bool
    set: Mapping[str, Any]


@dataclass(frozen=True)
class Profile:
    """A rule system after variants and overlay. Leaves are read with ``profile["bean.an"]``."""

    id: str
    title_zh: str
    title_en: str
    unit: str
    source: str
    leaves: Mapping[str, Leaf]
    variants: Mapping[str, Variant]
    chosen: tuple[str, ...] = ()
    overlay: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def leaf(self, name: str) -> Leaf:
        """Value, clause and assumption of one parameter."""
        return self.leaves[name]

    @property
    def spoken_unit(self) -> str:
        """番; of a unit with two names ("分/番") the first."""
        return self.unit.split("/")[0]

    def clashes(self) -> list[tuple[str, str]]:
        """Chosen options that set the same parameter to different values; the later one of each pair holds."""
        out = []
        for i, later in enumerate(self.chosen):
            new = self.variants[later].set
            for earlier in self.chosen[:i]:
                old = self.variants[earlier].set
                if any(name in new and new[name] != value for name, value in old.items()):
                    out.append((earlier, later))
        return out

    def get(self, name: str) -> Any:
        """A leaf's value, or a whole group's (``"charge"`` → ``{"1s": {"plain": 2, "gold": 4}}``)."""
        if name in LEAVES:
            return self.values[name]
        if name in GROUPS:
            return collapse(name, self.values.__getitem__)
        raise KeyError(name)


def profile_ids() -> tuple[str, ...]:
    """The names of the rule systems, sorted: one a file."""
    return tuple(sorted(f.name.removesuffix(".toml") for f in _FOLDER.iterdir() if f.name.endswith(".toml")))


_TEXTS = ("id", "title_zh", "title_en", "unit", "source")


def parse_profile(text: str, name: str) -> Profile:
    """A profile from TOML; raises ``ProfileDataError`` naming ``name`` and the key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileDataError(f"{name}: {error}") from None
    _fields(name, "", data, (*_TEXTS, "params"), ("variants",))
    for key in _TEXTS:
        _text(name, key, data[key])
    leaves = {key: _leaf(name, key, entry) for key, entry in _table(name, "params", data["params"]).items()}
    for key in LEAVES:
        if key not in leaves:
            raise _fault(name, key, "missing parameter")
    return Profile(
        **{key: data[key] for key in _TEXTS},
        leaves=leaves,
        variants={
            variant_id: _variant(name, variant_id, entry)
            for variant_id, entry in _table(name, "variants", data.get("variants", {})).items()
        },
        values={key: leaf.value for key, leaf in leaves.items()},
    )


def _leaf(name: str, key: str, entry: Any) -> Leaf:
    if key not in LEAVES:
        raise _fault(name, key, "unknown parameter")
    _fields(name, key, entry, ("value", "clause", "assumed"), ("why", "why_zh"))
    _text(name, f"{key}.clause", entry["clause"])
    _flag(name, f"{key}.assumed", entry["assumed"])
    for reason in ("why", "why_zh"):
        # Where the text is silent a player is told how it is read, in both languages.
        if entry["assumed"] or reason in entry:
            _text(name, f"{key}.{reason}", entry.get(reason))
    value = _value(name, key, entry["value"])
    return Leaf(value, entry["clause"], entry["assumed"], entry.get("why"), entry.get("why_zh"))


def _variant(name: str, variant_id: str, entry: Any) -> Variant:
    where = f"variants.{variant_id}"
    _fields(name, where, entry, ("zh", "en", "clause", "assumed", "set"))
    for key in ("zh", "en", "clause"):
        _text(name, f"{where}.{key}", entry[key])
    _flag(name, f"{where}.assumed", entry["assumed"])
    changes: dict[str, Any] = {}
    for key, raw in _table(name, f"{where}.set", entry["set"]).items():
        if key not in LEAVES:
            raise _fault(name, f"{where}.set.{key}", "unknown parameter")
        changes[key] = _value(name, key, raw)
    return Variant(variant_id, entry["zh"], entry["en"], entry["clause"], entry["assumed"], changes)


def _fault(name: str, key: str, what: str) -> ProfileDataError:
    return ProfileDataError(f"{name}: {key}: {what}")


def _table(name: str, key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _fault(name, key, "must be a table")
    return value


def _fields(name: str, where: str, entry: Any, needed: Sequence[str], allowed: Sequence[str] = ()) -> None:
    """Exactly the ``needed`` keys, perhaps the ``allowed`` ones."""
    prefix = f"{where}." if where else ""
    for key in _table(name, where, entry):
        if key not in needed and key not in allowed:
            raise _fault(name, f"{prefix}{key}", "unknown key")
    for key in needed:
        if key not in entry:
            raise _fault(name, f"{prefix}{key}", "missing")


def _text(name: str, key: str, value: Any) -> None:
    if not isinstance(value, str) or not value.strip():
        raise _fault(name, key, "must be text")


def _flag(name: str, key: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise _fault(name, key, "must be true or false")


def _value(name: str, key: str, raw: Any) -> Any:
    kind = LEAVES[key]
    value = None if raw == OFF and kind.nullable else raw
    if not kind.ok(value):
        raise _fault(name, key, f"{raw!r} is not {kind.name}")
    return value


@lru_cache(maxsize=32)
def _base(profile_id: str) -> Profile:
    if profile_id not in profile_ids():
        known = "、".join(profile_ids())
        raise ProfileError(
            f"没有叫「{profile_id}」的规则。可选：{known}。",
            f"There is no rule system “{profile_id}”. Known: {', '.join(profile_ids())}.",
            "profile",
        )
    name = f"{profile_id}.toml"
    return parse_profile((_FOLDER / name).read_text(encoding="utf-8"), name)


def overlay_leaves(overlay: Mapping[str, Any]) -> dict[str, Any]:
    """Single parameters or whole groups → leaves; raises ``ProfileError`` naming the key."""
    out: dict[str, Any] = {}
    for key, value in overlay.items():
        where = f"overlay.{key}"
        if key in LEAVES:
            pairs = {key: value}
        elif key in GROUPS:
            try:
                pairs = GROUPS[key](value)
            except GroupValueError as error:
                raise _bad_value(where, value, error.zh, str(error)) from None
        else:
            raise ProfileError(f"规则里没有参数「{key}」。", f"The rules have no parameter “{key}”.", where)
        for name, leaf_value in pairs.items():
            if not LEAVES[name].ok(leaf_value):
                raise _bad_value(where, leaf_value, LEAVES[name].name_zh, LEAVES[name].name)
        out |= pairs
    return out


def _bad_value(where: str, value: Any, wanted_zh: str, wanted_en: str) -> ProfileError:
    shown = json.dumps(value, ensure_ascii=False, default=str)
    key = where.removeprefix("overlay.")
    return ProfileError(
        f"参数 {key} 不能是 {shown}，要的是：{wanted_zh}。",
        f"{key} can't be {shown}; it takes {wanted_en}.",
        where,
    )


def load_profile(
    profile_id: str, variants: Sequence[str] = (), overlay: Mapping[str, Any] | None = None
) -> Profile:
    """A rule system with its options applied in order, then the overlay. Raises ``ProfileError``."""
    if not isinstance(profile_id, str):
        raise ProfileError("规则名要写成文字。", "The name of a rule system must be text.", "profile")
    if isinstance(variants, str) or not all(isinstance(variant, str) for variant in variants):
        raise ProfileError("选项要写成名字的列表。", "Options must be a list of names.", "variants")
    return _applied(profile_id, tuple(variants), _overlay_key(overlay))


def _overlay_key(overlay: Any) -> str:
    """An overlay as text, the same for the same changes; "" for none."""
    if overlay is None:
        return ""
    try:
        # A group ("charge") sorts before its leaves ("charge.1s.plain"), so the leaves win.
        ordered = {key: overlay[key] for key in sorted(overlay.keys())}
        return json.dumps(ordered) if ordered else ""
    except (AttributeError, TypeError, ValueError, RecursionError):
        raise ProfileError(
            "改动的规则要写成「参数: 值」的一组。",
            "An overlay must be a table of parameters and their values.",
            "overlay",
        ) from None


@lru_cache(maxsize=512)
def _applied(profile_id: str, variants: tuple[str, ...], overlay_json: str) -> Profile:
    base = _base(profile_id)
    overlay: dict[str, Any] = json.loads(overlay_json) if overlay_json else {}
    leaves = dict(base.leaves)
    for variant_id in variants:
        variant = base.variants.get(variant_id)
        if variant is None:
            known = "、".join(base.variants)
            raise ProfileError(
                f"「{base.title_zh}」没有选项「{variant_id}」。可选：{known}。",
                f"{base.id} has no option “{variant_id}”. Known: {', '.join(base.variants)}.",
                "variants",
            )
        for name, value in variant.set.items():
            leaves[name] = Leaf(value, variant.clause, variant.assumed, variant.en, variant.zh)
    for name, value in overlay_leaves(overlay).items():
        leaves[name] = Leaf(value, "本桌约定", False, "agreed at this table", "本桌约定")
    return replace(
        base,
        leaves=leaves,
        chosen=variants,
        overlay=overlay,
        values={name: leaf.value for name, leaf in leaves.items()},
    )
