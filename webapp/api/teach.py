"""`POST /api/why`, `/api/coach`, `/api/teach/answer`, `GET /api/teach/question`: teaching over HTTP.

Everything is worked out by ``scoring.teach``; here it gets names, and JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, request

from scoring.errors import Lang
from scoring.explain import why
from scoring.settle import Settlement, settle
from scoring.situation import parse_situation
from scoring.teach import whatif
from scoring.teach.ask_table import make_question
from scoring.teach.coach_io import coach_json
from scoring.teach.glossary import linked
from scoring.teach.lesson import answer_json, drawn_melds, groups_json, parsed
from scoring.teach.picture import picture
from scoring.teach.question import KINDS, NONE, Question, in_words, parse_key, right
from scoring.teach.story import story
from scoring.teach.why import chain
from scoring.wording import pick
from webapp.api.body import json_object
from webapp.config import Config
from webapp.entry.draft import parse_draft
from webapp.errors import RefusedError
from webapp.language import current_lang
from webapp.learn_texts import script_texts
from webapp.naming import with_names

Named = Callable[[str], str]


def why_json(raw: Mapping[str, Any], names: Mapping[str, str], lang: Lang) -> dict[str, Any]:
    """Every line of a settlement as a chain, and what would have changed it. Raises the engine's refusals."""
    base = settle(parse_situation(raw))
    keep = ("profile", "variants", "overlay")
    draft = parse_draft({**{key: raw[key] for key in keep if key in raw}, "names": dict(names)})

    def named(text: str) -> str:
        return with_names(text, draft, lang)

    changes = whatif.changes(raw, base)
    others = whatif.profiles(raw, base)
    return {
        "ok": True,
        "labels": script_texts(lang, "why."),
        "unit": base.table.profile.spoken_unit,
        "net": base.net,
        "lines": [_line(base, i, changes, named, lang) for i in range(len(base.transfers))],
        "changes": [_change(change, named, lang) for change in changes],
        "flips": [
            {
                "flips": list(tiles),
                "net": settlement.net,
                "chickens": list(settlement.table.chickens.flipped) if len(tiles) == 1 else [],
            }
            for tiles, settlement in whatif.together(whatif.flips(raw, base))
        ],
        "profiles": [
            _change(change, named, lang)
            | {"unit": change.settlement.table.profile.spoken_unit if change.settlement else ""}
            for change in others
        ],
    }


def _line(
    base: Settlement, index: int, changes: list[whatif.Change], named: Named, lang: Lang
) -> dict[str, Any]:
    used: set[str] = set()
    steps = []
    for step in chain(base, index, lang):
        words = named(step.words)
        steps.append(step.to_json() | {"words": words, "pieces": list(linked(words, lang, used))})
    return {
        "why": named(why(base.transfers[index], base, lang)),
        "steps": steps,
        "changes": [
            {
                "if": named(pick(change.words, lang)),
                "then": named(pick(whatif.effect(base, change, index), lang)),
            }
            for change in changes
            if index in whatif.affected(base, change)
        ],
    }


def _change(change: whatif.Change, named: Named, lang: Lang) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "words": named(pick(change.words, lang)),
        "net": change.settlement.net if change.settlement else None,
        "error": named(change.error.message(lang)) if change.error else None,
    }


def question_json(question: Question, lang: Lang) -> dict[str, Any]:
    """A question without its answer."""
    key = question.key
    rules = key.rules
    out: dict[str, Any] = {
        "ok": True,
        "kind": key.kind,
        "title": pick(KINDS[key.kind], lang),
        "level": key.level,
        "seed": key.seed,
        "profile": key.profile,
        "variants": list(key.variants),
        "rules": pick((rules.title_zh, rules.title_en), lang),
        "options": [pick((v.zh, v.en), lang) for v in (rules.variants[name] for name in key.variants)],
        "unit": rules.spoken_unit,
        "ask": pick(question.ask, lang),
        "form": question.form,
        "choices": [{"id": name, "words": pick(both, lang)} for name, both in question.choices],
        "hand": list(question.hand),
        "melds": drawn_melds(parsed(question.melds)),
        "win": question.win,
        "table": None,
    }
    if question.situation is not None:
        situation = parse_situation(question.situation)
        out["story"] = story(situation, rules, lang)
        out["table"] = picture(situation, lang)
    return out


def judged_json(question: Question, given: Any, lang: Lang) -> dict[str, Any]:
    """An answer judged, the right one beside it, and why. Raises BAD_SITUATION for another form of answer."""
    answer, settlement = question.answer, question.settlement
    used: set[str] = set()
    out: dict[str, Any] = {
        "ok": True,
        "right": right(question, given),
        "answer": list(answer) if isinstance(answer, tuple) else answer,
        "words": in_words(question, lang),
        "given": NONE if given is None else in_words(question, lang, given),
        "explain": [list(linked(pick(both, lang), lang, used)) for both in question.explain],
        "pictures": [groups_json(question.pictures.get(i, ())) for i in range(len(question.explain))],
        "sums": None,
    }
    if question.sums and settlement is not None:
        told = answer_json(settlement, lang)
        out["sums"] = {key: told[key] for key in ("seats", "lines", "net")}
    return out


def blueprint(config: Config) -> Blueprint:
    """The four routes."""
    bp = Blueprint("teach", __name__)

    @bp.post("/api/why")
    def why_route() -> Response:
        body = json_object(config.max_json)
        situation, names = body.get("situation"), body.get("names") or {}
        if not isinstance(situation, dict) or not isinstance(names, dict):
            raise RefusedError("BAD_SITUATION", "缺少牌局。", "“situation” is missing.", "situation")
        return jsonify(why_json(situation, names, current_lang()))

    @bp.post("/api/coach")
    def coach_route() -> Response:
        return jsonify(coach_json(json_object(config.max_json), current_lang()))

    @bp.get("/api/teach/question")
    def question_route() -> Response:
        key = parse_key({**request.args.to_dict(), "variants": request.args.getlist("variant")})
        return jsonify(question_json(make_question(key), current_lang()))

    @bp.post("/api/teach/answer")
    def answer_route() -> Response:
        body = json_object(config.max_json)
        lang = current_lang()
        question = make_question(parse_key(body))
        return jsonify(judged_json(question, body.get("answer"), lang))

    return bp
