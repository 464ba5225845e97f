"""Morale, victory points and victory conditions."""
