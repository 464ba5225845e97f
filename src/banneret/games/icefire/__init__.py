"""A Song of Ice & Fire: Tabletop Miniatures Game, in the editions of Season 6 and of 2021."""
