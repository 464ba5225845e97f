"""Orders and ordered movement."""
