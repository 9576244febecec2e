"""The database: tables, transactions, and the few questions that are asked of it."""
