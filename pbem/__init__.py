"""pbem: Hearts by e-mail."""
