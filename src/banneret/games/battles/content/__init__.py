"""Components, battle plans and texts of the game."""
