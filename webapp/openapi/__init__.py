"""The OpenAPI 3.1 document at ``/api/openapi.json``, written short in YAML and unfolded here (SPEC 2.4).

The YAML names for each operation its ``body``, what it answers (``ok``) and the statuses it ``refuses`` with;
everything that all operations share (the error's shape, language, headers) is added once, below. Examples of
answers in ``examples.json`` were recorded from the application; tests play them again and hold all of it true.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

Json = dict[str, Any]
_FOLDER = files("webapp.openapi")
REFUSALS = {
    "400": "BAD_JSON or BAD_SITUATION: the sentence names the field",
    "403": "FORBIDDEN: no or wrong table token, foreign Origin, unknown Host",
    "404": "NOT_FOUND",
    "405": "METHOD_NOT_ALLOWED",
    "409": "CONFLICT: somebody was faster, or the night is closed; for an entry both versions come along. CANT_LEARN: the model learns no sets",
    "413": "TOO_LARGE or TOO_MANY_PIXELS",
    "415": "NOT_AN_IMAGE or UNSUPPORTED",
    "422": "NO_PASS, GUOHU or NOT_A_HAND",
    "428": "NEED_IF_MATCH",
    "429": "RATE_LIMITED",
    "503": "BUSY (with Retry-After), MODEL_MISSING or the storage is away",
}


def _load(name: str) -> Json:
    value: Json = yaml.safe_load((_FOLDER / name).read_text(encoding="utf-8"))
    return value


@lru_cache(maxsize=1)
def examples() -> Json:
    """Recorded answers and written requests, by name."""
    recorded: Json = json.loads((_FOLDER / "examples.json").read_text(encoding="utf-8"))
    return recorded | _load("requests.yaml")


def _ref(kind: str, name: str) -> Json:
    return {"$ref": f"#/components/{kind}/{name}"}


def _content(item: Json) -> Json:
    mime = item.get("type", "application/json")
    content: Json = {
        "schema": item["schema"] if isinstance(item["schema"], dict) else _ref("schemas", item["schema"])
    }
    if "example" in item:
        content["example"] = examples()[item["example"]]
    return {mime: content}


def _operation(short: Json) -> Json:
    out: Json = {key: short[key] for key in ("operationId", "tags", "summary", "description") if key in short}
    out["parameters"] = [_ref("parameters", name) for name in [*short.get("parameters", []), "lang"]]
    if "body" in short:
        out["requestBody"] = {"required": True, "content": _content(short["body"])}
    responses: Json = {}
    for status, item in short["ok"].items():
        answer: Json = {"description": item.get("description", "done")}
        if "schema" in item:
            answer["content"] = _content(item)
        if "headers" in item:
            answer["headers"] = {name: _ref("headers", name) for name in item["headers"]}
        responses[str(status)] = answer
    for status in sorted({*map(str, short.get("refuses", [])), "403"}):
        responses[status] = _ref("responses", f"Refused{status}")
    out["responses"] = responses
    if short.get("token"):
        out["security"] = [{"tableToken": []}, {"bearer": []}]
    return out


@lru_cache(maxsize=1)
def document() -> Json:
    """The whole document; the version is the API's, not the program's."""
    head = _load("head.yaml")
    paths: Json = {}
    for name in ("routes.yaml", "routes_tables.yaml", "routes_set.yaml"):
        for path, operations in _load(name).items():
            paths[path] = {method: _operation(short) for method, short in operations.items()}
    components: Json = head["components"]
    components["schemas"] = {
        name: schema
        for part in ("schemas.yaml", "schemas_tables.yaml", "schemas_set.yaml")
        for name, schema in _load(part).items()
    }
    components["responses"] = {
        f"Refused{status}": {
            "description": text,
            "content": {
                "application/json": {"schema": _ref("schemas", "Refusal"), "example": examples()["refusal"]}
            },
        }
        for status, text in REFUSALS.items()
    }
    return head | {"paths": paths}
