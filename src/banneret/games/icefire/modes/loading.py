"""Importing this module registers every game mode."""

from banneret.games.icefire.modes import game_of_thrones

LOADED = (game_of_thrones,)
