"""Many matches: played by bots in processes, and their statistics."""
