"""Exact distributions of dice: sums, symbols on named faces, re-rolls, highest dice kept, conditional probabilities."""

from banneret.dice.distribution import Distribution, Impossible, certain, mixture, repeated, total, uniform
from banneret.dice.pool import Die, Symbols, added, best_rerolls, count_of, kept, numbered, pooled, successes, symbols

__all__ = [
    "Die",
    "Distribution",
    "Impossible",
    "Symbols",
    "added",
    "best_rerolls",
    "certain",
    "count_of",
    "kept",
    "mixture",
    "numbered",
    "pooled",
    "repeated",
    "successes",
    "symbols",
    "total",
    "uniform",
]
