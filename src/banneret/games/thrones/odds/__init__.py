"""Exact odds of combats, over the cards that opponents may still play and the Tides of Battle cards."""
