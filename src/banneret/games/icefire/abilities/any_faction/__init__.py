"""Abilities shared by several factions."""
