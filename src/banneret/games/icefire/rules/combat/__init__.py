"""Attacks, Wounds, Panic Tests and re-rolls."""
