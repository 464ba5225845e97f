"""Abilities of neutral units."""
