"""What is asked of the database, one file an aggregate."""
