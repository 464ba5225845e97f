"""Game modes and what each adds to the rules. See `effects.game_mode` for how to add one.

Each mode is one module; importing it registers the mode, and `registration` imports them all.
"""
