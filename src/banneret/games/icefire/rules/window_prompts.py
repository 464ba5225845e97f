"""The question whether a player responds to a moment, naming the units, zones and cards involved."""

from __future__ import annotations

from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.state import NO_NCU, NO_UNIT, Moment, State
from banneret.text.message import Message, msg


def window_prompt(state: State, moment: Moment) -> Message:
    """Return the question at a moment."""
    fields: dict[str, str] = {}
    if moment.unit != NO_UNIT:
        fields["unit"] = label(state, moment.unit)
    if moment.target != NO_UNIT:
        fields["target"] = label(state, moment.target)
    if moment.ncu != NO_NCU:
        fields["ncu"] = state.ncu_labels[moment.ncu]
    if moment.zone:
        fields["zone"] = moment.zone
    if moment.use is not None:
        fields["card"] = moment.use.id
    event = moment.event
    if event == "activation" and moment.ncu != NO_NCU:
        event = "ncu-activation"
    elif event == "targeted":
        if moment.by == "order":
            event = "order" if moment.target == moment.unit else "order-at-target"
        elif cause := _cause(moment, fields):
            event, fields["cause"] = "targeted-by", cause
    return msg(f"ask.window.{event}", **fields)


def _cause(moment: Moment, fields: dict[str, str]) -> str | None:
    """Return what targets a unit: a card, a zone, a non-combat unit, or a unit with an ability."""
    return fields.get({"card": "card", "zone": "zone", "ncu": "ncu"}.get(moment.by, "unit"))
