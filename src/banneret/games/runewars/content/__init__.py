"""Components, dials and table of the game."""
