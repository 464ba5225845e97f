"""The surroundings of a unit: areas, obstacles, objectives, tokens."""
