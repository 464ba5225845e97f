"""Wounds: models are removed, ranks lost, attachments die last, units are destroyed; and healing."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.tokens import AttachmentDestroyed, UnitDestroyed, WoundsRestored, WoundsSuffered
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.engagement import foes_of, leave_contact
from banneret.games.icefire.rules.table.facts import put_attachments
from banneret.games.icefire.rules.table.ground import tray_of
from banneret.games.icefire.rules.table.lasting_effects import drop_effects
from banneret.games.icefire.rules.table.units import is_wall, label, models_left, ranks_left, wounds_of_model
from banneret.games.icefire.rules.victory import check_elimination, destroyed_scores
from banneret.games.icefire.state import NO_UNIT, Moment, State
from banneret.kernel.flow import Flow

FALLING: Final = "falling"
"""Key of `State.marks`: units without Wounds whose trays remain until questions about their fall are answered."""


def suffer(game: War, unit: int, wounds: int, by: int, cause: int = NO_UNIT) -> Flow[int]:
    """Let a unit suffer Wounds from a seat (or NOBODY) and possibly one of its units; return the number suffered.

    Whole models are removed from the last rank (icefire:wounds.2, icefire:resolve.14, icefire:units.18,
    icefire:terms.33); a Wound on a model that remains counts too: icefire:ruling.31.
    """
    state = game.state
    suffered = min(wounds, state.health[unit])
    if suffered <= 0 or is_wall(state, unit):  # icefire:castle-wall.3
        return 0
    ranks, tray = ranks_left(state, unit), tray_of(state, unit) if state.pose[unit] is not None else None
    state.health[unit] -= suffered
    game.emit(WoundsSuffered(unit=label(state, unit), wounds=suffered, left=state.health[unit]))
    if not state.health[unit]:
        if unit in state.marks.get(FALLING, []):  # what could have kept it has not: it is destroyed once
            return suffered
        yield from _destroy(game, unit, by, cause)
    if state.health[unit]:
        for card in _lose_attachments(state, unit):
            yield from _lost(game, unit, card, by)
    lost = ranks - ranks_left(state, unit)  # an effect may have kept the last one
    if lost and (state.health[unit] or state.pose[unit] is None):
        moment = Moment("rank-destroyed", state.seat[unit], unit=unit, target=cause)
        moment.notes["ranks"] = lost
        moment.tray = tray
        yield from happen(game, moment)
    return suffered


def _lose_attachments(state: State, unit: int) -> list[str]:
    """Remove and return the attachments that are destroyed now.

    They are the last models of their unit, in its owner's order: icefire:attachment.7, icefire:attachment.8,
    icefire:attachment.9, icefire:attachment.10, icefire:ruling.45.
    """
    fallen: list[str] = []
    while len(state.attachments[unit]) > models_left(state, unit):
        first, *rest = state.attachments[unit]
        fallen.append(first)
        put_attachments(state, unit, rest)
        state.full[unit] -= wounds_of_model(state, unit)  # it never returns: icefire:ruling.44
    return fallen


def _mark_of_loss(seat: int, card: str) -> str:
    return f"{seat}:lost:{card}"


def lost_attachments(state: State, seat: int) -> list[str]:
    """List a seat's destroyed attachments, each as often as it was destroyed."""
    lost = _mark_of_loss(seat, "")
    return [mark.removeprefix(lost) for mark in state.once if mark.startswith(lost)]


def forget_loss(state: State, seat: int, card: str) -> None:
    """Note that a destroyed attachment is in a unit again."""
    if (mark := _mark_of_loss(seat, card)) in state.once:
        state.once.remove(mark)


def _lost(game: War, unit: int, card: str, by: int) -> Flow[None]:
    """Resolve the effects of losing an attachment: icefire:card.8."""
    state = game.state
    state.once.append(_mark_of_loss(state.seat[unit], card))
    mode_of(state).lost(game, unit, card, by)
    for id in state.cards.attachments[card].abilities:
        follow = registry.LOSSES.get(id)
        if follow is not None:
            yield from follow(game, unit, by)


def _destroy(game: War, unit: int, by: int, cause: int) -> Flow[None]:
    """Destroy a unit without Wounds, unless an effect keeps it: icefire:units.12, icefire:units-2021.1."""
    state = game.state
    moment = Moment("destroyed", state.seat[unit], unit=unit, target=cause)
    moment.notes["by"] = by
    state.marks.setdefault(FALLING, []).append(unit)
    yield from happen(game, moment)
    if not state.health[unit]:
        yield from mode_of(state).falling(game, unit)
    state.marks[FALLING].remove(unit)
    if not state.marks[FALLING]:
        del state.marks[FALLING]
    if state.health[unit]:
        return
    rule = state.law.rule("icefire:units.12")
    game.emit(UnitDestroyed(unit=label(state, unit), card=state.card[unit], rule=rule))
    inside = state.attachments[unit]
    commander = state.commanders[state.seat[unit]]
    led = commander == state.card[unit] or commander in inside
    note_freed(state, unit)
    remove(state, unit)
    destroyed_scores(game, unit, by)
    mode_of(state).destroyed(game, unit, by, cause, led=led)
    for card in inside:
        yield from _lost(game, unit, card, by)
    check_elimination(game)


def note_freed(state: State, unit: int) -> None:
    """Note the units engaged with a destroyed defender in the attacks on it: icefire:surge.4."""
    for fight in state.turn.fights if state.turn is not None else ():
        if fight.defender == unit:
            fight.freed = foes_of(state, unit)


def remove(state: State, unit: int) -> None:
    """Remove a destroyed unit from the table with everything on it: icefire:ruling.62."""
    leave_contact(state, unit)
    state.pose[unit] = None
    state.health[unit] = 0
    state.conditions[unit] = 0
    put_attachments(state, unit, ())
    for one in state.attached:
        if one.unit == unit:
            state.discards[one.seat].append(one.card)
    state.attached = tuple([one for one in state.attached if one.unit != unit])
    state.influence = [NO_UNIT if on == unit else on for on in state.influence]
    state.claims = [NO_UNIT if by == unit else by for by in state.claims]
    drop_effects(state, unit)


def restore(game: War, unit: int, wounds: int) -> int:
    """Restore Wounds to a unit: first to its wounded model, then by returning models; return the number restored.

    icefire:wounds.3, icefire:wounds.4, icefire:ruling.43, icefire:ruling.97.
    """
    state = game.state
    if not state.health[unit]:
        return 0
    restored = min(wounds, state.full[unit] - state.health[unit])
    if restored > 0:
        state.health[unit] += restored
        game.emit(WoundsRestored(unit=label(state, unit), wounds=restored, left=state.health[unit]))
    return max(0, restored)


def replace_attachment(game: War, unit: int, card: str, other: str, by: int) -> Flow[None]:
    """Destroy an attachment by an effect that puts another in its place, so that no Wound is suffered.

    icefire:attachment.7, icefire:ruling.46.
    """
    state = game.state
    put_attachments(state, unit, [other if one == card else one for one in state.attachments[unit]])
    game.emit(AttachmentDestroyed(unit=label(state, unit), card=card))
    yield from _lost(game, unit, card, by)


def destroy_attachment(game: War, unit: int, card: str, by: int, cause: int = NO_UNIT) -> Flow[None]:
    """Destroy an attachment by an effect, out of order: icefire:ruling.46, icefire:attachment.3."""
    state = game.state
    if card not in state.attachments[unit]:
        return
    each = wounds_of_model(state, unit)
    at = state.attachments[unit].index(card)
    put_attachments(state, unit, (*state.attachments[unit][:at], *state.attachments[unit][at + 1 :]))
    state.full[unit] -= each
    game.emit(AttachmentDestroyed(unit=label(state, unit), card=card))
    yield from _lost(game, unit, card, by)
    yield from suffer(game, unit, min(each, state.health[unit]), by, cause)
