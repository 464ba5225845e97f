"""Card effects: keywords, unit abilities, surges, skills and upgrades. See `registry` for how to add one.

There is one module for each faction and kind of card. `registration` imports them all, which registers their effects.
"""
