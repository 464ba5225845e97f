"""Drawings and panels."""
