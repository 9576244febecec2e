"""The version that the tables are of once the database is open; `migrations/versions` brings them there."""

FIRST = "0001"
HEAD = "0009"
"""The oldest and the newest migration."""
