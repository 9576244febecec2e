"""The version that the tables are of once the database is open; `migrations/versions` brings them there."""

HEAD = "0004"
"""The newest migration."""
