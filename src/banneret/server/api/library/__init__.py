"""What needs no table: rulebooks, cards, army lists."""
