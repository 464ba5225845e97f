"""What every game must keep: offers equal refusals, secrets stay secret, copies and records are the same match."""

from banneret.testing import conformance_tests

TestConformance = conformance_tests("hidden-coin", languages=("en", "de", "hu"))
