"""Importing this module registers every ability, Order, Tactics card and non-combat unit."""

from banneret.games.icefire.abilities import affiliations, keywords

LOADED = (affiliations, keywords)
