"""Time control: a table's options, and which hours count for a seat. Pure."""
