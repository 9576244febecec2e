"""Mail: messages parsed and written, the ways in, the ways out."""
