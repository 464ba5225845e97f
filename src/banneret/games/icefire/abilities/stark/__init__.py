"""Abilities of House Stark."""
