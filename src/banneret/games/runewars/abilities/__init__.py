"""What cards do: keywords, abilities of units, surges, skills, upgrades. See `registry` for how one is added.

One module a faction and a kind; `loading` imports them all, and importing it registers them.
"""
