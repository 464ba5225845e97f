"""Units as geometry and numbers: formation, movement, ranges, damage."""
