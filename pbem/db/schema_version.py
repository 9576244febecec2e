"""The version that the tables are of once the database is open; `migrations/versions` brings them there."""

FIRST = "0001"
HEAD = "0010"
"""The oldest and the newest migration."""
