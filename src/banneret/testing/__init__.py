"""Tests for authors of games.

One call creates the whole conformance suite of a game as a class of pytest tests:

    from banneret.testing import conformance_tests

    TestConformance = conformance_tests("hidden-coin")

`conformance` contains the individual checks, `mirror` compares matches with their mirror images, and `perft` counts the
states reachable from a position.
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
