"""The search: bitboards, playouts, sampled worlds, objectives."""
