"""The night on disk: SQLAlchemy 2 Core over SQLite or PostgreSQL (SPEC 6)."""
