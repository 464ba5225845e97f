"""Game modes: what each adds to the rules. See `effects.game_mode` for how one is added.

One module a mode; `registration` imports them all, and importing it registers them.
"""
