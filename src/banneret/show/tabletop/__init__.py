"""Drawings for games played on a table: its ground, terrain, and figures seen from above."""
