"""The conditions of a tactic, term by term, with their current state: used to decide and to display."""

from __future__ import annotations

from collections import Counter

import msgspec

from banneret.games.battles.content.components import TOKENS, ZONES, Tactic
from banneret.games.battles.rules.victory.morale import is_at_least, is_at_most, zone
from banneret.games.battles.state import State
from banneret.text.message import Message, msg


class Term(msgspec.Struct, frozen=True):
    """One term of a tactic's condition: its text with the current value, and whether it is met."""

    told: Message
    met: bool


def terms(state: State, seat: int, tactic: Tactic) -> tuple[Term, ...]:
    """Return the terms of a tactic's condition for a seat; the tactic can be used if all are met.

    battles:tactic.2. All of them are public: pools, the morale marker, losses.
    """
    wanted, turn = tactic.condition, state.turn
    found = [
        Term(msg("condition.pool", need=need, token=token, have=have), have >= need)
        for token, need in Counter(wanted.pool).items()
        for have in (free_tokens(state, seat, TOKENS.index(token)),)
    ]
    if (colour := wanted.own_morale_at_least) is not None:
        now = ZONES[zone(state, seat)]
        found.append(Term(msg("condition.own-morale", zone=colour, now=now), is_at_least(state, seat, colour)))
    if (colour := wanted.enemy_morale_at_most) is not None:
        now = ZONES[zone(state, 1 - seat)]
        found.append(Term(msg("condition.enemy-morale", zone=colour, now=now), is_at_most(state, 1 - seat, colour)))
    if wanted.own_unit_destroyed_this_round:
        lost = state.destroyed[seat]
        found.append(Term(msg("condition.own-loss", count=lost), lost > 0))
    if wanted.enemy_unit_destroyed_this_turn:
        count = len(turn.destroyers) if turn is not None and turn.seat == seat else 0
        found.append(Term(msg("condition.enemy-loss", count=count), count > 0))
    return tuple(found)


def free_tokens(state: State, seat: int, kind: int) -> int:
    """Return how many order tokens of a kind in the pool a tactic can count.

    Each counts once (battles:tactic.3, battles:tactic.4), and not again in the same round (battles:tactic.5,
    battles:ruling.13), unless an option is set (battles:c14.9).
    """
    free = state.pool[seat][kind]
    return free if state.settings.tokens_account_once_a_card else free - state.accounted[seat][kind]
