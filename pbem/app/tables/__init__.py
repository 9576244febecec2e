"""Use cases around a game: a new table, seats, invitations, the lobby, substitutes, votes, rematches."""
