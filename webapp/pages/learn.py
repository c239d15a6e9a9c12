"""The learning pages: lessons rendered for the chosen rules, drills, coach, glossary."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for

from scoring.profile import Profile, load_profile
from scoring.schema import PATTERNS
from scoring.teach.glossary import entries, linked
from scoring.teach.lessons import BY_ID, LESSONS
from scoring.teach.question import KINDS, LEVELS
from scoring.teach.say import signed
from scoring.tiles import FACES, name_en, name_zh
from scoring.tiles import KINDS as TILES
from scoring.wording import pick
from webapp.api.rules import summaries
from webapp.errors import not_found
from webapp.language import current_lang
from webapp.learn_texts import script_texts, text

DEFAULT = "fangka"
MAX_OVERLAY = 4000


@dataclass(frozen=True)
class Choice:
    """The rules a page is read under, as its links carry them on."""

    profile: Profile
    query: dict[str, Any]


def choice() -> Choice:
    """From the address: ``profile``, ``variant`` (several), ``overlay`` (JSON). Raises BAD_SITUATION."""
    profile_id = request.args.get("profile") or DEFAULT
    known = next((item for item in summaries("zh") if item["id"] == profile_id), None)
    ids = {variant["id"] for variant in known["variants"]} if known else set()
    # Options of the rules chosen before fall away when others are chosen in the form.
    variants = [name for name in request.args.getlist("variant") if name in ids or known is None]
    raw = request.args.get("overlay", "")[:MAX_OVERLAY]
    try:
        overlay = json.loads(raw) if raw else None
    except (ValueError, RecursionError):
        overlay = raw  # the loader says what an overlay has to be
    query: dict[str, Any] = {"profile": profile_id}
    if variants:
        query["variant"] = variants
    if raw:
        query["overlay"] = raw
    return Choice(load_profile(profile_id, variants, overlay), query)


def blueprint() -> Blueprint:
    """All learning pages."""
    bp = Blueprint("learn", __name__)

    def page(template: str, **more: Any) -> str:
        lang, chosen = current_lang(), choice()
        profile = chosen.profile
        used: set[str] = set()  # a page links each term once

        def link(endpoint: str, **words: Any) -> str:
            return url_for(f"learn.{endpoint}", **words, **chosen.query)

        def pieces(said: str) -> list[tuple[str, str | None]]:
            return list(linked(said, lang, used))

        def other_language() -> str:
            args = {**request.args.to_dict(flat=False), "lang": ["en" if lang == "zh" else "zh"]}
            return f"{request.path}?{urlencode(args, doseq=True)}"

        names = {tile: name_zh(tile) if lang == "zh" else name_en(tile) for tile in TILES}
        boot = {
            "lang": lang,
            "texts": script_texts(lang),
            "tiles": names,
            "faces": list(FACES),
            "query": chosen.query,
            "profile": profile.id,
            "variants": list(profile.chosen),
            "overlay": dict(profile.overlay),
        }
        return render_template(
            template,
            l=lambda key, **words: text(key, lang, **words),
            link=link,
            pieces=pieces,
            signed=signed,
            other_language=other_language,
            tile_name=names.__getitem__,
            profile=profile,
            profile_title=pick((profile.title_zh, profile.title_en), lang),
            rules=summaries(lang),
            unit=profile.spoken_unit,
            boot=boot,
            **more,
        )

    @bp.get("/learn")
    def index() -> str:
        lang, rules = current_lang(), choice().profile
        lessons = [
            (lesson.id, pick(lesson.title, lang), lesson.says(rules, lang)[0], lesson.played(rules))
            for lesson in LESSONS
        ]
        return page("learn.html", lessons=lessons)

    @bp.get("/learn/lesson/<lesson_id>")
    def lesson(lesson_id: str) -> str:
        if lesson_id not in BY_ID:
            raise not_found()
        lang = current_lang()
        place = LESSONS.index(BY_ID[lesson_id])
        around = [
            (LESSONS[i].id, pick(LESSONS[i].title, lang)) if 0 <= i < len(LESSONS) else None
            for i in (place - 1, place + 1)
        ]
        rendered = BY_ID[lesson_id].render(choice().profile, lang)
        return page("learn_lesson.html", lesson=rendered, before=around[0], after=around[1], number=place + 1)

    @bp.get("/learn/drill")
    def drill() -> str:
        lang = current_lang()
        kinds = [(kind, pick(title, lang)) for kind, title in KINDS.items()]
        return page("learn_drill.html", kinds=kinds, levels=LEVELS, patterns=PATTERNS)

    @bp.get("/learn/coach")
    def coach() -> str:
        return page("learn_coach.html", faces=FACES)

    @bp.get("/learn/glossary")
    def glossary() -> str:
        titles = {lesson.id: pick(lesson.title, current_lang()) for lesson in LESSONS}
        return page("learn_glossary.html", terms=entries(current_lang()), titles=titles)

    return bp
