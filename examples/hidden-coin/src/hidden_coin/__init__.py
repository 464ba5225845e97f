"""Hidden Coin: a game for banneret."""
