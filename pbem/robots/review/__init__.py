"""What a robot says of a finished deal."""
