"""Hosted matches: loading, answers, clocks, bots, undo, branches."""
