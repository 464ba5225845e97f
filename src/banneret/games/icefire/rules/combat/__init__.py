"""Attacks, wounds, panic tests and re-rolls."""
