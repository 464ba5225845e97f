"""A Game of Thrones: The Board Game, second edition."""
