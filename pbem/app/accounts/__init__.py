"""Use cases about a person: who wrote, names, addresses, what waits for a confirmation, pauses, erasure."""
