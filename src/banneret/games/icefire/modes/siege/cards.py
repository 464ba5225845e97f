"""Siege Strategy cards: six kinds for each side, most of them with effects of our own: icefire:ruling.96."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from banneret.games.icefire.abilities.any_faction.units import reroll_distance
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.tabletop import pieces
from banneret.games.icefire.effects.registry import Source, choices, lasting, number
from banneret.games.icefire.events.moves import TerrainRemoved
from banneret.games.icefire.events.tokens import SiegeCardPlayed, WoundsRestored
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.siege.walls import attacks
from banneret.games.icefire.rules.combat.attack import RAMS, suffer_hits
from banneret.games.icefire.rules.moments import in_order
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_condition, choose_unit, may_choose_unit
from banneret.games.icefire.rules.table.conditions import CONDITIONS, conditions_of, give_condition, take_condition
from banneret.games.icefire.rules.table.facts import NO_ATTACHMENT_ABILITIES
from banneret.games.icefire.rules.table.lasting_effects import add_effect, has_effect, silence
from banneret.games.icefire.rules.table.sides import allied, side
from banneret.games.icefire.rules.table.units import enemies_on_table, label, units_on_table, walls
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State
from banneret.kernel.choosers import Options
from banneret.kernel.flow import Flow, ask
from banneret.kernel.pile import Pile
from banneret.kernel.questions import Pass

STRATEGIES: Final = choices(*(strategy.id for strategy in pieces().strategies))
"""All kinds, the attacker's first."""
DRAWN: Final = 3
"""Number of cards each player draws: icefire:storm-of-swords.10."""
PLAYED: Final = "siege-played"
"""Cards played, as indexes into `STRATEGIES`: a key in `State.marks`."""
AT_MOST: Final = 2
"""Maximum number of units helped by Night Watch."""
RESTORED: Final = 2
"""Wounds restored by Shored Up."""


class Kind(NamedTuple):
    """A kind of card: when it is played, whether it would have an effect, and its effect on the unit concerned."""

    when: str
    possible: Callable[[State, int], bool]
    play: Callable[[War, int, int], Flow[None]]


def draw_strategies(game: War) -> None:
    """Shuffle the decks and let each player draw three: icefire:siege.4, icefire:storm-of-swords.10.

    In a team each player has a separate deck: icefire:ruling.134.
    """
    state = game.state
    state.marks[PLAYED] = []
    for seat in in_order(state):
        role = "attacker" if attacks(state, seat) else "defender"
        deck = Pile(one.id for one in state.table.strategies if one.side == role for _ in range(one.copies))
        state.siege_decks[seat] = deck
        game.chance.shuffle(deck)
        for _ in range(DRAWN):
            card = game.chance.draw(deck, 1 << seat)
            state.siege_hands[seat].put_under(card, 1 << seat)


ASKED: Final = {
    "round-start": "siege-round-start",
    "wall-charged": "siege-wall-charged",
    "wall-shoots": "siege-wall-shoots",
    "reserve": "siege-reserve",
}
"""The question asked at each time at which cards are played."""


class SiegeChooser(ThingChooser):
    """Does the player play a Siege Strategy card now? Options: none, then the playable cards in hand."""

    __slots__ = ()

    def only(self, options: Options[Pass | Choose]) -> Pass | Choose | None:
        """Return None, so that being asked reveals nothing about the cards."""
        return None


def unseen(state: State, seat: int) -> list[str]:
    """List the kinds of cards that a player may hold according to public information."""
    return sorted({*state.siege_hands[seat].cards, *state.siege_decks[seat].cards})


def offer(game: War, seat: int, when: str, unit: int = NO_UNIT) -> Flow[bool]:
    """Offer a player the cards that can be played now and play the chosen one: icefire:storm-of-swords.11.

    Return True if one was played. The player is asked whenever, as far as others know, a suitable card may be in hand.
    """
    state = game.state
    hand = state.siege_hands[seat]
    fit = [id for id in unseen(state, seat) if KINDS[id].when == when and KINDS[id].possible(state, seat)]
    if not hand or not fit:
        return False
    held = [id for id in fit if id in hand.cards]
    rule = "icefire:storm-of-swords.11"
    answer = yield from ask(seat, SiegeChooser(held, ASKED[when], rule, may_pass=True))
    if isinstance(answer, Pass):
        return False
    game.chance.take(hand, answer.choice)
    state.marks[PLAYED].append(STRATEGIES.index(answer.choice))
    own = next(one.rule for one in state.table.strategies if one.id == answer.choice)
    game.emit(SiegeCardPlayed(player=state.law.players[seat], card=answer.choice, rule=own))
    yield from KINDS[answer.choice].play(game, seat, unit)
    return True


def offer_side(game: War, seat: int, when: str, unit: int) -> Flow[None]:
    """Ask a player, then the teammate, until one has played a card: icefire:team.9, icefire:ruling.134."""
    for one in side(game.state, seat):
        if (yield from offer(game, one, when, unit)):
            return


def at_round_start(game: War) -> Flow[None]:
    """Let each player play cards, the First Player first, until both have passed: icefire:ruling.92."""
    for seat in in_order(game.state):
        while (yield from offer(game, seat, "round-start")):
            pass


# Effects of the attacker's cards -------------------------------------------------------------------------------------


def _breach(game: War, seat: int, unit: int) -> Flow[None]:
    """Remove a piece of terrain: icefire:siege.5."""
    state = game.state
    things = [f"piece-{number}" for number, id in enumerate(state.pieces) if id]
    answer = yield from ask(seat, ThingChooser(things, "breach", "icefire:siege.5"))
    removed = int(answer.choice.removeprefix("piece-")) if isinstance(answer, Choose) else 0
    game.emit(TerrainRemoved(piece=state.pieces[removed], number=removed, rule="icefire:siege.5"))
    state.pieces[removed] = ""


def _discord(game: War, seat: int, unit: int) -> Flow[None]:
    """Enemy attachments and non-combat units lose their abilities until the end of the round: icefire:siege.6."""
    state = game.state
    yield from ()
    for enemy in enemies_on_table(state, seat):
        add_effect(state, Effect(NO_ATTACHMENT_ABILITIES, enemy, seat, "round"))
    for ncu, owner in enumerate(state.ncu_seat):
        if not allied(state, owner, seat) and state.ncu_alive[ncu]:
            silence(state, ncu, seat)


ASSAULT: Final = "all-out-assault"


def _assault(game: War, seat: int, unit: int) -> Flow[None]:
    """Friendly units may re-roll charge distance and have +1 to hit until the end of the round: icefire:siege.7."""
    state = game.state
    yield from ()
    for friend in units_on_table(state, seat):
        add_effect(state, Effect(ASSAULT, friend, seat, "round"))


@number(ASSAULT, "hit")
def _assault_hits(state: State, source: Source, unit: int) -> int:
    """+1 to hit: icefire:siege.7."""
    return 1


@lasting(ASSAULT, "charge-rolled")
def _assault_again(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The charge distance may be re-rolled: icefire:siege.7."""
    if moment.action == "charge":
        yield from reroll_distance(game, moment, game.state.seat[unit])


def _break_spirits(game: War, seat: int, unit: int) -> Flow[None]:
    """All enemy combat units gain a Condition token of the player's choice: icefire:siege.8."""
    condition = yield from choose_condition(game.state, seat, CONDITIONS, "give-all", "icefire:siege.8", NO_UNIT)
    for enemy in enemies_on_table(game.state, seat):
        give_condition(game, enemy, condition)


FEAR: Final = "fear-of-the-sack"


def _fear(game: War, seat: int, unit: int) -> Flow[None]:
    """Enemies that activate this round take a Morale Test: icefire:siege.9."""
    yield from ()
    add_effect(game.state, Effect(FEAR, NO_UNIT, seat, "round"))


def is_afraid(state: State, unit: int) -> bool:
    """Return whether a unit must take a Morale Test when it activates: icefire:siege.9."""
    return not attacks(state, state.seat[unit]) and has_effect(state, FEAR, NO_UNIT)


def _rams(game: War, seat: int, unit: int) -> Flow[None]:
    """Walls suffer 1 Wound for every Hit from now on: icefire:siege.10."""
    yield from ()
    add_effect(game.state, Effect(RAMS, NO_UNIT, seat, "match"))


# Effects of the defender's cards -------------------------------------------------------------------------------------


def _oil(game: War, seat: int, unit: int) -> Flow[None]:
    """The unit that charged a wall suffers D3+1 Hits: icefire:siege.11."""
    yield from suffer_hits(game, unit, game.chance.pick(3) + 2, seat)


FIRE: Final = "fire-arrows"


def _fire(game: War, seat: int, unit: int) -> Flow[None]:
    """The wall's next attack has Precision: icefire:siege.12."""
    yield from ()
    add_effect(game.state, Effect(FIRE, unit, seat, "turn"))


def kindle(state: State, fight: Fight) -> None:
    """Give Precision to the attack of a wall with burning arrows: icefire:siege.12."""
    if has_effect(state, FIRE, fight.attacker):
        fight.keywords.add("precision")


def _shore_up(game: War, seat: int, unit: int) -> Flow[None]:
    """An intact wall restores 2 Wounds: icefire:siege.13."""
    state = game.state
    wall = yield from choose_unit(state, seat, _battered(state), "shore-up", "icefire:siege.13")
    restored = min(RESTORED, state.full[wall] - state.health[wall])
    state.health[wall] += restored
    left = state.health[wall]
    game.emit(WoundsRestored(unit=label(state, wall), wounds=restored, left=left, rule="icefire:siege.13"))


def _battered(state: State) -> list[int]:
    return [wall for wall in walls(state) if 0 < state.health[wall] < state.full[wall]]


SALLY: Final = "sally"


def _sally(game: War, seat: int, unit: int) -> Flow[None]:
    """A unit from the reserve may re-roll charge distance this turn: icefire:siege.14."""
    yield from ()
    add_effect(game.state, Effect(SALLY, unit, seat, "turn"))


@lasting(SALLY, "charge-rolled")
def _sally_again(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The charge distance may be re-rolled: icefire:siege.14."""
    if moment.action == "charge":
        yield from reroll_distance(game, moment, game.state.seat[unit])


HOLD: Final = "hold-the-line"


def _hold(game: War, seat: int, unit: int) -> Flow[None]:
    """Friendly units have +1 to Morale Tests until the end of the round: icefire:siege.15."""
    state = game.state
    yield from ()
    for friend in units_on_table(state, seat):
        add_effect(state, Effect(HOLD, friend, seat, "round"))


@number(HOLD, "morale")
def _firm(state: State, source: Source, unit: int) -> int:
    """+1 to Morale Tests, including Panic Tests: icefire:siege.15."""
    return 1


def _watch(game: War, seat: int, unit: int) -> Flow[None]:
    """Up to two friendly units lose a Condition token each: icefire:siege.16."""
    state = game.state
    left = _burdened(state, seat)
    for _ in range(AT_MOST):
        friend = yield from may_choose_unit(state, seat, left, "watch", "icefire:siege.16")
        if friend == NO_UNIT:
            return
        left.remove(friend)
        condition = yield from choose_condition(
            state, seat, conditions_of(state, friend), "lose", "icefire:siege.16", friend
        )
        take_condition(game, friend, condition)


def _burdened(state: State, seat: int) -> list[int]:
    return [unit for unit in units_on_table(state, seat) if state.conditions[unit]]


def _always(state: State, seat: int) -> bool:
    return True


def _has_terrain(state: State, seat: int) -> bool:
    return any(state.pieces)


def _has_battered(state: State, seat: int) -> bool:
    return bool(_battered(state))


def _has_burdened(state: State, seat: int) -> bool:
    return bool(_burdened(state, seat))


def _afield(state: State, seat: int) -> bool:
    return bool(enemies_on_table(state, seat))


START: Final = "round-start"
KINDS: Final[Mapping[str, Kind]] = {
    "breach": Kind(START, _has_terrain, _breach),
    "sown-discord": Kind(START, _always, _discord),
    ASSAULT: Kind(START, _always, _assault),
    "breaking-spirits": Kind(START, _afield, _break_spirits),
    FEAR: Kind(START, _always, _fear),
    RAMS: Kind(START, _always, _rams),
    "boiling-oil": Kind("wall-charged", _always, _oil),
    FIRE: Kind("wall-shoots", _always, _fire),
    "shored-up": Kind(START, _has_battered, _shore_up),
    SALLY: Kind("reserve", _always, _sally),
    HOLD: Kind(START, _always, _hold),
    "night-watch": Kind(START, _has_burdened, _watch),
}
