"""Plans: what a player says before the turn, with an exact meaning. Pure; a plan sees what its seat sees."""
