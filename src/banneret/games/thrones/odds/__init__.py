"""Exact odds of combats, over the cards that an opponent may still hold and the Tides of Battle."""
