-- The set of tiles that a table plays with: whether it is used, and confirmed tiles photo by photo, as small pictures.
CREATE TABLE own_sets (
    table_id VARCHAR(32) NOT NULL PRIMARY KEY REFERENCES tables (id),
    enabled INTEGER NOT NULL,
    version INTEGER NOT NULL,
    next_number INTEGER NOT NULL
);
CREATE TABLE own_set_photos (
    table_id VARCHAR(32) NOT NULL REFERENCES own_sets (table_id),
    number INTEGER NOT NULL,
    at VARCHAR(32) NOT NULL,
    summary TEXT NOT NULL,
    examples TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
