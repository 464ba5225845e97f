"""Attacks, losses, retreats and fire."""
