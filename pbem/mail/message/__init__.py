"""Mails: read, screened and written. Pure: bytes in, values out; no store, no clock, no network."""
