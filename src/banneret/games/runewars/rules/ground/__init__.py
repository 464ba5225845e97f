"""What surrounds a unit: areas, obstacles, objectives, tokens."""
