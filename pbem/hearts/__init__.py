"""The rules of Hearts and its relatives: pure; no clock, no chance, no files. Start reading at `game.py`."""
