"""The rules of A Song of Ice & Fire; each module covers one subject of the rulebook.

`round` is the outermost flow and has one flow for each step of `steps.STEPS`; `activation` lets a unit act; `movement`,
`charge`, `ranged`, `melee` carry out actions, each with its `Space` or chooser; `attack` and `morale` roll dice step by
step; `wounds` removes models; `board` has the zones; `victory` ends the match. Rules ask for the effects of cards
through `moments.happen` and the numbers of `modifiers`. The cards are in `games.icefire.abilities`, the game modes in
`games.icefire.modes`, both above the rules; rules call the registry and the hooks of `games.icefire.effects`, below
them, and import no handler. Where editions differ, rules ask `state.law`.
"""
