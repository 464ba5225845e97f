"""Matches that are looked back at: how they went, and as one file."""
