"""Drawings for measured games: table, terrain, and figures from above."""
