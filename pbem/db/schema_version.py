"""The version that the tables are of once the database is open; `migrations/versions` brings them there."""

HEAD = "0006"
"""The newest migration."""
