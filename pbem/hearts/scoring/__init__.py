"""What a deal brings: points, moons, settlements, standings, the end of a game."""
