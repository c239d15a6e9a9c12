"""The one family of errors a player can see: a stable code and a sentence in two languages."""

from __future__ import annotations

from typing import Literal

Lang = Literal["zh", "en"]


class ZhuojiError(Exception):
    """Something a player can mend.

    ``code`` is stable (SPEC 2.2, 2.4), ``zh`` and ``en`` say what to do next, ``field`` names the
    place in the input ("players.B.hand") where there is one.
    """

    def __init__(self, code: str, zh: str, en: str, field: str | None = None) -> None:
        super().__init__(en)
        self.code = code
        self.zh = zh
        self.en = en
        self.field = field

    def message(self, lang: Lang = "zh") -> str:
        """The sentence in one language."""
        return self.zh if lang == "zh" else self.en

    def to_json(self, lang: Lang = "zh") -> dict[str, str]:
        """``{"code", "message", "field"?}``, the inner object of every refusal."""
        out = {"code": self.code, "message": self.message(lang)}
        if self.field is not None:
            out["field"] = self.field
        return out
