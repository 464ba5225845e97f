"""Exact odds of attacks, charges and Panic Tests, computed with the counting functions of the rules."""
