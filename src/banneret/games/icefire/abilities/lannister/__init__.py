"""Abilities of House Lannister."""
