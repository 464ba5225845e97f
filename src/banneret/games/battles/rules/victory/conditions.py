"""What a tactic asks for, term by term, with what counts for it now: to decide by, and to be told."""

from __future__ import annotations

from collections import Counter

import msgspec

from banneret.games.battles.content.components import TOKENS, ZONES, Tactic
from banneret.games.battles.rules.victory.morale import is_at_least, is_at_most, zone
from banneret.games.battles.state import State
from banneret.text.message import Message, msg


class Term(msgspec.Struct, frozen=True):
    """One thing that a tactic asks for, told with what there is of it, and whether that is enough."""

    told: Message
    met: bool


def terms(state: State, seat: int, tactic: Tactic) -> tuple[Term, ...]:
    """Return what the condition of a tactic asks of a seat now; the tactic can be used if all of it is met.

    battles:tactic.2. Everything in it is public: pools, the morale marker, losses.
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
    """Return how many order tokens of a kind a tactic can count: those in the pool.

    Each once (battles:tactic.3, battles:tactic.4), and not again in the same round (battles:tactic.5,
    battles:ruling.13), but for an option (battles:c14.9).
    """
    free = state.pool[seat][kind]
    return free if state.settings.tokens_account_once_a_card else free - state.accounted[seat][kind]
