"""Commands that look at rules, cards, records and positions."""
