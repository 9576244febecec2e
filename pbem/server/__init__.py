"""The server put together: processor, worker, daemon, tick."""
