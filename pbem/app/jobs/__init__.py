"""What takes a robot a while: asked for in one unit of work, thought about outside of all, concluded in another."""
