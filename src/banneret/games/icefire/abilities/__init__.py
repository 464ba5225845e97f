"""Effects of abilities, Orders, Tactics cards and non-combat units. See `effects.registry` for how to add one.

There is one module per faction and kind; importing it registers its handlers, and `registration` imports them all.
"""
