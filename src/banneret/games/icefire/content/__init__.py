"""Components, editions and table of the game."""
