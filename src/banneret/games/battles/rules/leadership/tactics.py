"""Tactics of Leadership cards: their conditions, and one handler for each effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from banneret.games.battles.actions import ChooseToken
from banneret.games.battles.content.components import RANKS, TOKENS, Card, Tactic
from banneret.games.battles.events.round import TacticUsed, TokenGained, TokenLost
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.commit import choose_one, choose_unit
from banneret.games.battles.rules.combat.rallied import rally_unit
from banneret.games.battles.rules.field.units import in_play, units_of
from banneret.games.battles.rules.leadership.marshaling_phase import draw_cards
from banneret.games.battles.rules.leadership.pool import supply
from banneret.games.battles.rules.victory.conditions import terms
from banneret.games.battles.rules.victory.morale import change_morale
from banneret.games.battles.state import State, Turn, turn_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.questions import MayChooser, Yes
from banneret.text.message import msg

ANY_SHIELD: Final = "shield"


def rule_of(card: Card) -> str:
    """Return the rule of a card's text."""
    return f"battles:leadership.{card.kind}"


# Conditions


def is_met(state: State, turn: Turn, tactic: Tactic) -> bool:
    """Return whether a tactic can be used now: battles:tactic.2, battles:card.8."""
    return all(term.met for term in terms(state, turn.seat, tactic))


def offer_tactic(game: Battle, card: Card, timing: str) -> Flow[bool]:
    """Ask whether the tactic of a card is used, if possible: battles:tactic.1, battles:tactic.9, battles:card.2.

    Its tokens are accounted for but stay in the pool: battles:tactic.3.
    """
    state, turn = game.state, turn_of(game.state)
    tactic = card.tactic
    if tactic is None or tactic.timing != timing or not is_met(state, turn, tactic):
        return False
    answer = yield from about(card.id, ask(turn.seat, MayChooser("tactic", "battles:tactic.1", card=card.id)))
    if not isinstance(answer, Yes):
        return False
    for token in tactic.condition.pool:
        state.accounted[turn.seat][TOKENS.index(token)] += 1
    tokens = tuple(tactic.condition.pool)
    game.emit(TacticUsed(house=state.houses[turn.seat], card=card.id, tokens=tokens, rule=rule_of(card)))
    return True


# Effects


def use_tactic(game: Battle, card: Card) -> Flow[None]:
    """Carry out the effect of a card's tactic: battles:tactic.2, battles:ruling.15."""
    if card.tactic is not None:
        yield from about(card.id, TACTICS[card.tactic.effect](game, card, card.tactic))


def _affected_units(game: Battle, card: Card, tactic: Tactic) -> Flow[list[int]]:
    """Return the units that a tactic affects: the ordered ones, or one of them chosen by the player."""
    state, turn = game.state, turn_of(game.state)
    if tactic.target == "commander-unit":
        return [
            unit for unit, number in enumerate(state.commander) if number == turn.commander and in_play(state, unit)
        ]
    units = [unit for unit in turn.ordered_by_card if in_play(state, unit)]
    if tactic.target != "one-ordered" or not units:
        return units
    return [(yield from choose_one(game, turn.seat, units, "tactic", rule_of(card)))]


def _add(column: dict[int, int], units: Iterable[int], amount: int) -> None:
    for unit in units:
        column[unit] = column.get(unit, 0) + amount


def _bonus_dice(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Additional dice in this turn.

    battles:leadership.the-lords-justice, battles:leadership.roaring-giant, battles:leadership.vengeful-charge,
    battles:leadership.golden-charge, battles:leadership.reckless-thrust, battles:leadership.massed-guard,
    battles:leadership.drive-them.
    """
    units = yield from _affected_units(game, card, tactic)
    _add(turn_of(game.state).bonus_dice, units, tactic.amount)


def _bonus_move(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Additional hexes of movement in this turn.

    battles:leadership.swift-wolves, battles:leadership.loose-the-hounds, battles:leadership.outpace,
    battles:leadership.outriders.
    """
    units = yield from _affected_units(game, card, tactic)
    _add(turn_of(game.state).bonus_move, units, tactic.amount)


def _pursue_bonus(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Higher Pursue in this turn: battles:leadership.white-sunburst."""
    units = yield from _affected_units(game, card, tactic)
    _add(turn_of(game.state).pursue_bonus, units, tactic.amount)


def _ignore_morale(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Ignore morale results in this turn: battles:leadership.winter-resolve, battles:leadership.iron-discipline."""
    units = yield from _affected_units(game, card, tactic)
    _add(turn_of(game.state).ignored_morale, units, tactic.amount)


def _extra_retreat(game: Battle, _card: Card, tactic: Tactic) -> Flow[None]:
    """Longer retreats from morale results: battles:leadership.break-them."""
    yield from ()
    turn_of(game.state).extra_retreat += tactic.amount


def _no_counter(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """No counterattacks in this turn, from one enemy or from all targets of ordered units.

    battles:leadership.unanswered-blow, battles:leadership.terror, battles:c7.9.
    """
    state, turn = game.state, turn_of(game.state)
    if tactic.target == "one-enemy":
        enemies = units_of(state, 1 - turn.seat)
        turn.no_counter.add((yield from choose_one(game, turn.seat, enemies, "silence", rule_of(card))))
    else:
        turn.silenced.update((yield from _affected_units(game, card, tactic)))


def _no_parting_blow(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """No parting blows: battles:leadership.feigned-flight, battles:leadership.wheel-and-strike."""
    units = yield from _affected_units(game, card, tactic)
    turn_of(game.state).no_parting.update(units)


def _flank_always(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """The first melee attack flanks: battles:leadership.press-the-gap."""
    units = yield from _affected_units(game, card, tactic)
    turn_of(game.state).flanks.update(units)


def _reroll(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Misses may be rerolled once: battles:leadership.drunk-on-war, battles:leadership.ashemark-steel."""
    units = yield from _affected_units(game, card, tactic)
    turn_of(game.state).rerolls.update(units)


def _grant(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Grant a keyword until the end of the round, or of the turn.

    battles:leadership.no-step-back, battles:leadership.bear-island-stand, battles:leadership.here-we-stand,
    battles:leadership.white-cloak, battles:leadership.close-ranks, battles:leadership.put-it-to-the-torch.
    """
    state = game.state
    units = yield from _affected_units(game, card, tactic)
    for unit in units:
        if tactic.keyword == "stalwart":
            state.stalwart[unit] = True
        elif tactic.keyword == "toughness":
            state.toughness[unit] += tactic.amount
        elif tactic.keyword is not None:
            turn_of(state).granted.setdefault(unit, []).append(tactic.keyword)


def _ignore_terrain_stop(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Terrain does not end moves: battles:leadership.hard-country."""
    units = yield from _affected_units(game, card, tactic)
    turn_of(game.state).ignores_stops.update(units)


def _rally(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Rally ordered units, or the one that destroyed an enemy.

    battles:leadership.northern-oath, battles:leadership.young-kings-call, battles:leadership.chains-broken,
    battles:leadership.mounted-reserve, battles:leadership.hold-until-relieved, battles:leadership.butchers-bill.
    """
    state, turn = game.state, turn_of(game.state)
    can = turn.destroyers if tactic.condition.enemy_unit_destroyed_this_turn else turn.ordered_by_card
    for _ in range(tactic.amount):
        units = [unit for unit in sorted(set(can)) if in_play(state, unit) and not state.active[unit]]
        unit = yield from choose_unit(game, turn.seat, units, "rally", rule_of(card))
        if unit is None:
            return
        rally_unit(game, unit, rule_of(card))


def _morale(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Own morale rises: battles:leadership.steady-the-line."""
    yield from ()
    change_morale(game, turn_of(game.state).seat, tactic.amount, rule_of(card))


def _enemy_morale(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Enemy morale falls: battles:leadership.cold-fury, battles:leadership.a-debt-collected."""
    yield from ()
    change_morale(game, 1 - turn_of(game.state).seat, tactic.amount, rule_of(card))


def _morale_per_retreat(game: Battle, _card: Card, tactic: Tactic) -> Flow[None]:
    """Own morale rises for each enemy with a long retreat: battles:leadership.no-quarter, battles:ruling.15."""
    yield from ()
    turn_of(game.state).morale_per_retreat += tactic.amount


def _draw(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Draw a card: battles:leadership.old-gods-watching, battles:leadership.scouts-report."""
    yield from ()
    draw_cards(game, turn_of(game.state).seat, tactic.amount, rule_of(card))


def _gain_token(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """Take a token from the supply: battles:leadership.gold-for-steel, battles:leadership.supply-train."""
    state, turn = game.state, turn_of(game.state)
    kinds = [kind for kind in range(len(TOKENS)) if supply(state, kind) and _is_offered(tactic, kind)]
    if kinds:
        kind = kinds[0]
        if tactic.token == ANY_SHIELD:
            answer = yield from ask(turn.seat, TokenChooser(kinds, "gain", rule_of(card)))
            kind = TOKENS.index(answer.token)
        state.pool[turn.seat][kind] += 1
        game.emit(TokenGained(house=state.houses[turn.seat], token=TOKENS[kind], rule=rule_of(card)))


def _is_offered(tactic: Tactic, kind: int) -> bool:
    return TOKENS[kind] == tactic.token or (tactic.token == ANY_SHIELD and kind < len(RANKS))


def _enemy_discard_token(game: Battle, card: Card, tactic: Tactic) -> Flow[None]:
    """The enemy loses a token of the player's choice: battles:leadership.long-shadow."""
    state, turn = game.state, turn_of(game.state)
    pool = state.pool[1 - turn.seat]
    for _ in range(tactic.amount):
        kinds = [kind for kind, number in enumerate(pool) if number]
        if not kinds:
            return
        answer = yield from ask(turn.seat, TokenChooser(kinds, "take-away", rule_of(card)))
        kind = TOKENS.index(answer.token)
        pool[kind] -= 1
        accounted = state.accounted[1 - turn.seat]
        accounted[kind] = min(accounted[kind], pool[kind])
        game.emit(TokenLost(house=state.houses[1 - turn.seat], token=TOKENS[kind], rule=rule_of(card)))


TACTICS: Final[dict[str, Callable[[Battle, Card, Tactic], Flow[None]]]] = {
    "bonus-dice": _bonus_dice,
    "bonus-move": _bonus_move,
    "pursue-bonus": _pursue_bonus,
    "ignore-morale": _ignore_morale,
    "extra-retreat": _extra_retreat,
    "no-counter": _no_counter,
    "no-parting-blow": _no_parting_blow,
    "flank-always": _flank_always,
    "reroll": _reroll,
    "grant": _grant,
    "ignore-terrain-stop": _ignore_terrain_stop,
    "rally": _rally,
    "morale": _morale,
    "enemy-morale": _enemy_morale,
    "morale-per-enemy-retreat-2": _morale_per_retreat,
    "draw": _draw,
    "gain-token": _gain_token,
    "enemy-discard-token": _enemy_discard_token,
}
"""The effect of each tactic; one handler per effect, so that tests can disable one."""


class TokenChooser(Chooser[ChooseToken]):
    """Which order token? Options: the available kinds."""

    __slots__ = ("kinds", "rule", "what")
    kind = "token"
    answers = (ChooseToken,)

    def __init__(self, kinds: list[int], what: str, rule: str) -> None:
        self.kinds = kinds
        self.what = what
        self.rule = rule  # the rule depends on the card

    def options(self) -> list[ChooseToken]:
        """Return one action per kind."""
        return [ChooseToken(TOKENS[kind]) for kind in self.kinds]

    def refusal(self, action: ChooseToken) -> Refusal | None:
        """Refuse kinds that are not available."""
        if TOKENS.index(action.token) in self.kinds:
            return None
        return Refusal(self.rule, msg(f"refuse.token.{self.what}", token=action.token))
