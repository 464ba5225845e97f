"""The rules of A Song of Ice & Fire, one module a subject of the rulebook.

Who plugs in where: `round` is the outermost flow and has one flow for each step of `steps.STEPS`; `activation` lets a
unit act; `movement`, `charge`, `ranged`, `melee` carry actions out, each with its `Space` or chooser; `attack` and
`tests` roll dice step by step; `wounds` takes models away; `board` has the zones; `victory` ends the match. Whatever
cards do is asked for by `moments.happen` and by the numbers of `modifiers`, and is in `games.icefire.abilities`, above
the rules, and what game modes do is in `games.icefire.modes`; rules call the registry and the hooks of
`games.icefire.effects`, below them, and import no handler. Where editions differ, rules ask `state.law`.
"""
