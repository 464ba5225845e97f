"""Presentation of the game: drawings, panels, cards and scenes."""
