"""Analysis of past matches, and replays in one file."""
