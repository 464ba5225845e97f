"""The Westeros phase: Westeros cards, bidding, wildling attacks."""
