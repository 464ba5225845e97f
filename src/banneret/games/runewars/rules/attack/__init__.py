"""Attacks and morale tests."""
