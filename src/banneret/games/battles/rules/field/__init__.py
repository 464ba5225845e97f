"""Units on the board: terrain, sight, engagement, abilities."""
