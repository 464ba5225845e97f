"""Commands that play a match in the terminal."""
