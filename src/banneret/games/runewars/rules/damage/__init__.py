"""Damage, wounds and lost trays."""
