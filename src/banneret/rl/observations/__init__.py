"""What a seat knows and can choose, as arrays."""
