"""Use cases of play: choices, premoves, claims, and moving the game on until a person must act."""
