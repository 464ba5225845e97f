"""What rules call without knowing what answers: the registry of abilities and cards, and the hooks of game modes."""
