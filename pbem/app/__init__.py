"""Use cases: what people, time and the operator set going, each in one unit of work."""
