"""Rules under a name of their own: kept once, never changed, so that a table can name them for good."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, insert, select

from scoring.profile import load_profile
from webapp.ledger import checks
from webapp.ledger.refusals import LedgerError, bad
from webapp.storage.book import ALPHABET, Book, now
from webapp.storage.schema import house_rules

Json = dict[str, Any]
MOST = 500


def _json(row: Row[Any]) -> Json:
    return {
        "id": row.id,
        "name": row.name,
        "profile": row.profile,
        "variants": json.loads(row.variants),
        "overlay": json.loads(row.overlay),
        "at": row.at,
    }


def keep(book: Book, raw: Mapping[str, Any]) -> Json:
    """Check and keep ``{name, profile, variants?, overlay?}``. Raises BAD_SITUATION."""
    checks.table(raw, "", ("name", "profile", "variants", "overlay"))
    name = checks.text(raw.get("name"), "name", 40)
    if not name:
        raise bad("name", "给这套规则起个名字。", "Give these rules a name.")
    profile = checks.text(raw.get("profile"), "profile", 64)
    variants = list(checks.sequence(raw.get("variants", []), "variants", 20))
    overlay = dict(checks.table(raw.get("overlay", {}), "overlay"))
    load_profile(profile, variants, overlay)
    values = {
        "id": "r" + "".join(secrets.choice(ALPHABET) for _ in range(9)),
        "name": name,
        "profile": profile,
        "variants": json.dumps(variants),
        "overlay": json.dumps(overlay, ensure_ascii=False),
        "at": now(),
    }
    with book.database.writing() as connection:
        if len(connection.execute(select(house_rules.c.id)).all()) >= MOST:
            raise bad("name", f"最多存 {MOST} 套规则。", f"At most {MOST} sets of rules can be kept.")
        connection.execute(insert(house_rules).values(**values))
        return _json(connection.execute(select(house_rules).where(house_rules.c.id == values["id"])).one())


def all_kept(book: Book) -> list[Json]:
    with book.database.reading() as connection:
        return [_json(row) for row in connection.execute(select(house_rules).order_by(house_rules.c.at))]


def one(book: Book, rules_id: str) -> Json:
    """Raises NOT_FOUND."""
    with book.database.reading() as connection:
        row = connection.execute(select(house_rules).where(house_rules.c.id == rules_id)).first()
    if row is None:
        raise LedgerError("NOT_FOUND", "没有存过这套规则。", "No such rules were kept.")
    return _json(row)
