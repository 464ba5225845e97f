"""Tests for authors of games: conformance suite, rule coverage, perft."""
