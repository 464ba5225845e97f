"""Interfaces through which the rules reach cards and game modes: the ability registry and the hooks of game modes."""
