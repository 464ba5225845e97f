"""Components, map and texts of the game."""
