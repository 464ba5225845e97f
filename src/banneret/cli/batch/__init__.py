"""Commands that play many matches."""
