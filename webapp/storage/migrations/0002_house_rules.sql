-- Rules that a table agreed on, by name: a profile, its options and single changed values.
CREATE TABLE house_rules (
    id VARCHAR(32) NOT NULL PRIMARY KEY,
    name VARCHAR(40) NOT NULL,
    profile VARCHAR(64) NOT NULL,
    variants TEXT NOT NULL,
    overlay TEXT NOT NULL,
    at VARCHAR(32) NOT NULL
);
