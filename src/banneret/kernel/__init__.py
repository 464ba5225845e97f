"""The kernel: what a match is. Questions, answers, chance, secrets and records; independent of any game."""
