"""Abilities, Orders, Tactics cards and non-combat units: what each does. See `registry` for how one is added.

One module a faction and a kind; `loading` imports them all, and importing it registers them.
"""
