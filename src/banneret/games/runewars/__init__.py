"""Runewars Miniatures Game: its data, army lists, rule index and moves. It cannot be played yet."""
