"""The kernel: what a match is. Asking, answering, chance, secrets, records; it knows no game."""
