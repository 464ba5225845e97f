"""Leadership cards, tactics and order tokens."""
