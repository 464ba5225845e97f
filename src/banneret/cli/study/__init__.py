"""Commands that inspect rules, cards, records and positions."""
