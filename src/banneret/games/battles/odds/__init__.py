"""Exact odds of attacks: the dice are counted, and every result is carried out by the rules on a copy."""
