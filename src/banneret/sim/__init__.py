"""Many matches: played by bots in processes, and what can be counted in them."""
