"""Evaluation and heuristics for bots."""
