"""Tests for authors of games.

One call makes the whole conformance suite of a game, as a class of pytest tests:

    from banneret.testing import conformance_tests

    TestConformance = conformance_tests("hidden-coin")

`conformance` has the checks one by one, and `perft` counts the states that a position leads to.
"""

from banneret.testing.conformance import ConformanceError, check_match, random_match
from banneret.testing.game_tests import ConformanceTests, conformance_tests

__all__ = [
    "ConformanceError",
    "ConformanceTests",
    "check_match",
    "conformance_tests",
    "random_match",
]
