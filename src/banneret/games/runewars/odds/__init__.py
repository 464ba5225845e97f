"""Exact odds of attacks: dice and re-rolls are counted, and every result is carried out by the rules on a copy."""
