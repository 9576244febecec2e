"""The gallery: every mail, light and dark, narrow and wide, on one page to look at."""
