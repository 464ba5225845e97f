"""Requirements for every game: offers match refusals, secrets stay secret, copies and records give the same match."""

from banneret.testing import conformance_tests

TestConformance = conformance_tests("hidden-coin", languages=("en", "de", "hu"))
