"""Combat, from support to retreat."""
