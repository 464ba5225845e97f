"""Moves, retreats, Surge Forth and contact with other enemies."""
