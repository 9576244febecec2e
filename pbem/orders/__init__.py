"""What people write -> orders: words in each language, the grammar of a line, and a whole letter."""
