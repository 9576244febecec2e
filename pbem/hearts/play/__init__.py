"""A deal while it is played: its stages, tricks, what is legal."""
