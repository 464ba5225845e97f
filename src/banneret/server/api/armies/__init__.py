"""Army lists: building, saving, sharing, and the choice of lists for a match."""
