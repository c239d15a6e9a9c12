-- The night: tables, their append-only entries, and what is derived from them.
CREATE TABLE tables (
    id VARCHAR(32) NOT NULL PRIMARY KEY,
    token_hash VARCHAR(64) NOT NULL,
    created_at VARCHAR(32) NOT NULL,
    version INTEGER NOT NULL,
    next_number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    first_settings TEXT NOT NULL,
    settings TEXT NOT NULL,
    settings_version INTEGER NOT NULL
);
-- One row a write; never updated, never deleted.
CREATE TABLE entries (
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    kind VARCHAR(16) NOT NULL,
    deleted INTEGER NOT NULL,
    undoes INTEGER,
    at VARCHAR(32) NOT NULL,
    payload TEXT NOT NULL,
    effects TEXT NOT NULL,
    PRIMARY KEY (table_id, number, revision),
    UNIQUE (table_id, version)
);
-- The current state of each entry, derived from the entries above and rewritten with them.
CREATE TABLE results (
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    summary TEXT NOT NULL,
    answer TEXT,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX results_by_version ON results (table_id, version);
-- Idempotency keys: a save that is sent twice is one save.
CREATE TABLE saves (
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    save_key VARCHAR(128) NOT NULL,
    fingerprint VARCHAR(64) NOT NULL,
    number INTEGER NOT NULL,
    at VARCHAR(32) NOT NULL,
    PRIMARY KEY (table_id, save_key)
);
-- The hand in the making: what each phone has added of its own player.
CREATE TABLE drafts (
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    slot VARCHAR(8) NOT NULL,
    version INTEGER NOT NULL,
    at VARCHAR(32) NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (table_id, slot)
);
-- Photos lie in the data folder by content; here is which table keeps them.
CREATE TABLE photos (
    table_id VARCHAR(32) NOT NULL REFERENCES tables (id),
    sha256 VARCHAR(64) NOT NULL,
    at VARCHAR(32) NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (table_id, sha256)
);
