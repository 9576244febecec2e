"""The search on the rules themselves, for variants that bitboards cannot express."""
