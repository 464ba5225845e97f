"""The Tactics Board, hands and Influence."""
