"""Game modes: what each adds to the rules. See `game_mode` for what a mode can say, and how one is added.

One module a mode; `loading` imports them all, and importing it registers them.
"""
