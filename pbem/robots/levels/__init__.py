"""The robots by strength."""
