"""Exact odds of a player's options: the probability of each result, computed from the rules rather than sampled.

    from banneret import odds

    for one in odds.of(match, seat, "take melee"):
        print(one.destroys)

A game offers odds as its attribute `odds` (`OddsSource`). `of` computes those of an action in a match from what the
seat knows; `case` computes those of a hypothetical case without a match; `matrix` compares all units of a game.
"""

from banneret.odds.cases import CaseError, Field, completed, read_case, written_case
from banneret.odds.results import Bar, Chance, Matrix, Odds, Spread, spread_of
from banneret.odds.source import OddsSource, case, fields, has_odds, imagined, matrix, odds_of, of

__all__ = [
    "Bar",
    "CaseError",
    "Chance",
    "Field",
    "Matrix",
    "Odds",
    "OddsSource",
    "Spread",
    "case",
    "completed",
    "fields",
    "has_odds",
    "imagined",
    "matrix",
    "odds_of",
    "of",
    "read_case",
    "spread_of",
    "written_case",
]
