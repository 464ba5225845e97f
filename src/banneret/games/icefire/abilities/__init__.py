"""Abilities, Orders, Tactics cards and non-combat units: what each does. See `effects.registry` for how one is added.

One module a faction and a kind; `registration` imports them all, and importing it registers them.
"""
