"""Presentation of matches as data for clients: drawings, panels, cards, scenes."""
