"""Marches, shifts and reforms."""
