"""The rules that ask players and change the state, one topic per module."""
