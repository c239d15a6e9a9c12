"""The OpenAPI document is true: routes, examples, answers; schemathesis finds no answer that it doesn't name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask

from tests.webapp.conftest import FakeReader
from tests.webapp.record_examples import TARGET, requests, walk
from webapp.app import create_app
from webapp.config import Config
from webapp.errors import STATUS
from webapp.openapi import document

Json = dict[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")


class AnyReader(FakeReader):
    """Takes every photo."""

    def read(self, data: bytes, *, conf: float | None = None, full_table: bool = False) -> Any:
        return super().read(b"photo" + data)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app(
        Config(data_dir=tmp_path_factory.mktemp("data"), reader_factory=AnyReader, load_model=False)
    )
    yield made
    made.extensions["zhuoji"]["nights"].close()


@pytest.fixture(scope="module")
def told(app: Flask) -> Json:
    value: Json = app.test_client().get("/api/openapi.json").json or {}
    return value


def operations() -> Iterator[tuple[str, str, Json]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def contents() -> Iterator[Any]:
    """(where, schema, example) of every body and answer that has an example."""
    for path, method, operation in operations():
        bodies = {"body": operation.get("requestBody", {})} | operation["responses"]
        for name, body in bodies.items():
            for mime, content in body.get("content", {}).items():
                if "example" in content and mime == "application/json":
                    yield pytest.param(content, id=f"{method} {path} {name}")


def paths_of(rule: str) -> list[str]:
    """A Flask rule as OpenAPI paths."""
    choice = re.search(r"<any\(([^)]*)\):\w+>", rule)
    if choice:
        return [
            path
            for word in choice.group(1).split(",")
            for path in paths_of(rule.replace(choice.group(0), word.strip()))
        ]
    return [re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)]


def test_document_names_exactly_the_routes(app: Flask) -> None:
    served = {
        (path, method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") or rule.rule == "/healthz"
        for path in paths_of(rule.rule)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {(path, method) for path, method, _ in operations()} == served


def test_every_reference_resolves(told: Json) -> None:
    def follow(value: Any) -> None:
        if isinstance(value, dict):
            if "$ref" in value:
                found: Any = told
                for part in value["$ref"].removeprefix("#/").split("/"):
                    found = found[part]
            for item in value.values():
                follow(item)
        elif isinstance(value, list):
            for item in value:
                follow(item)

    follow(told)


def test_operations_have_names_and_bodies_have_examples() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))
    for path, method, operation in operations():
        assert operation["summary"], path
        wanted = set(re.findall(r"{(\w+)}", path))
        given = {ref["$ref"].rsplit("/", 1)[1] for ref in operation["parameters"]}
        assert wanted <= given, path
        if method in ("post", "put") and "requestBody" in operation:
            (content,) = operation["requestBody"]["content"].values()
            assert "example" in content, path


def test_every_status_of_our_errors_is_described() -> None:
    named = {status.removeprefix("Refused") for status in document()["components"]["responses"]}
    assert {str(status) for status in STATUS.values()} - {"500", "507"} == named


def validator(schema: Json) -> Any:
    return jsonschema_rs.validator_for({**schema, "components": document()["components"]})


@pytest.mark.parametrize("content", list(contents()))
def test_example_fits_its_schema(content: Json) -> None:
    check = validator(content["schema"])
    problems = [str(error) for error in check.iter_errors(content["example"])]
    assert problems == []


def test_a_wrong_example_would_be_noticed() -> None:
    check = validator({"$ref": "#/components/schemas/Settlement"})
    assert not check.is_valid({"ok": True})
    assert not validator({"$ref": "#/components/schemas/HandBody"}).is_valid({"situation": {}, "more": 1})


def shape(value: Any) -> Any:
    """Keys and kinds, without the values that change from run to run."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return type(value).__name__


VOLATILE = {"id", "token", "at", "created_at", "version", "links", "qr", "engine"}


def settled(value: Any) -> Any:
    """The answer without what is another each time."""
    if isinstance(value, dict):
        return {key: settled(item) for key, item in value.items() if key not in VOLATILE}
    return [settled(item) for item in value] if isinstance(value, list) else value


def test_recorded_answers_are_those_of_today(app: Flask) -> None:
    recorded = json.loads(TARGET.read_text(encoding="utf-8"))
    now = walk(app.test_client())
    assert now.keys() == recorded.keys()
    for name, answer in now.items():
        if name == "invitation":
            continue
        assert shape(answer) == shape(recorded[name]), name
        assert settled(answer) == settled(recorded[name]), name


@pytest.mark.parametrize(
    ("path", "name"),
    [("/api/why", "why_asked"), ("/api/coach", "coach_asked"), ("/api/teach/answer", "teach_answer")],
)
def test_requests_that_are_not_on_the_walk_are_taken_too(app: Flask, path: str, name: str) -> None:
    answer = app.test_client().post(path, json=requests()[name])
    assert (answer.status_code, (answer.json or {}).get("ok")) == (200, True), answer.json


def test_import_example(app: Flask) -> None:
    recorded = json.loads(TARGET.read_text(encoding="utf-8"))
    assert app.test_client().post("/api/tables/import", json=recorded["document"]).status_code == 201


# schemathesis: requests made from the document, in process


def run_schemathesis(app: Flask, examples: int) -> None:
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    client = app.test_client()
    table = client.post("/api/tables", json=requests()["settings"]).json
    assert table is not None
    client.post(
        f"/api/tables/{table['id']}/hands",
        json=requests()["hand_body"],
        headers={"X-Table-Token": table["token"]},
    )
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def play(case: Any) -> None:
            # The parameters that lead anywhere: an own table with a hand in it, and its token.
            if case.path_parameters and "table_id" in case.path_parameters:
                case.path_parameters["table_id"] = table["id"]
            headers = {"X-Table-Token": table["token"], "Accept-Encoding": "identity"}
            case.call_and_validate(headers=headers, checks=checks)

        play()


def test_schemathesis(app: Flask) -> None:
    run_schemathesis(app, 6)


@pytest.mark.long
def test_schemathesis_long(app: Flask) -> None:
    run_schemathesis(app, 150)
