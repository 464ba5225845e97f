"""Hosted matches: hosting, revival, clocks, bots, take-back, branches."""
