"""The version that the tables are of once the database is open; `migrations/versions` brings them there."""

HEAD = "0005"
"""The newest migration."""
