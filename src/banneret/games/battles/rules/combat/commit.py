"""Commit abilities: what a commander can do once per battle. One handler each, offered in one window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from banneret.games.battles.actions import ChooseUnit, DiscardCard
from banneret.games.battles.content.components import CAVALRY, INFANTRY, Commander
from banneret.games.battles.events.battle import BearersSwapped
from banneret.games.battles.events.round import AbilityUsed, CardsDiscarded, HandSeen
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.losses import suffer
from banneret.games.battles.rules.combat.rallied import rally_unit
from banneret.games.battles.rules.field.choosers import UnitChooser
from banneret.games.battles.rules.field.sight import targets_of
from banneret.games.battles.rules.field.units import (
    class_of,
    commander_in,
    controlled,
    enemies_beside,
    fields_of,
    in_play,
    is_cavalry,
    label,
    ordinary_figures,
    own_beside,
    unit_at,
)
from banneret.games.battles.rules.victory.morale import change_morale
from banneret.games.battles.state import State, fight_of, turn_of
from banneret.kernel.choosers import Chooser, Options, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.pile import mask_of
from banneret.kernel.questions import MayChooser, Yes
from banneret.text.message import msg

RULE: Final = "battles:commander-card."


class CommitAbility:
    """A commit ability: the window in which it is offered, whether it can have an effect there, and the effect."""

    __slots__ = ()
    window: str = "turn"

    def can(self, state: State, holder: int) -> bool:
        """Return whether it can have an effect, judged by public information only."""
        return True

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """Carry it out; return whether the card is turned over."""
        raise NotImplementedError


class Blows:
    """The attacks that abilities make. Attacks offer abilities, so they cannot be imported here.

    Set by the module for the aftermath of an attack.
    """

    __slots__ = ("attack_once_more", "strike_back")

    attack_once_more: Callable[[Battle, int], Flow[bool]]
    """Offers a unit another attack; returns whether the target was destroyed."""
    strike_back: Callable[[Battle, int, int], Flow[None]]
    """Lets a unit counterattack with additional dice."""


BLOWS: Final = Blows()


class EddardStark(CommitAbility):
    """Rallies up to three units."""

    __slots__ = ()

    def can(self, state: State, holder: int) -> bool:
        """Return whether a unit in his zone is inactive."""
        return bool(_inactive(state, controlled(state, holder)))

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.eddard-stark-commit."""
        for _ in range(3):
            units = _inactive(game.state, controlled(game.state, holder))
            unit = yield from choose_unit(game, game.state.seat[holder], units, "rally", RULE + "eddard-stark-commit")
            if unit is None:
                break
            rally_unit(game, unit, RULE + "eddard-stark-commit")
        return True


class YoungWolf(CommitAbility):
    """Attacks once more; the attack itself carries it out."""

    __slots__ = ()
    window = "attacked"

    def can(self, state: State, holder: int) -> bool:
        """Return whether there is an enemy to attack, without a palisade in between: battles:c11.22."""
        return bool(targets_of(state, holder))

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.robb-stark-young-wolf-commit."""
        destroyed: bool = yield from BLOWS.attack_once_more(game, holder)
        return not destroyed


class KingInTheNorth(CommitAbility):
    """Swaps places with another banner bearer."""

    __slots__ = ()
    window = "hit"

    def can(self, state: State, holder: int) -> bool:
        """Return whether a figure would be lost and own cavalry is adjacent: battles:c9.11."""
        return ordinary_figures(state, holder) > 0 and bool(_riders_beside(state, holder))

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """Swap commander and rank: battles:commander-card.robb-stark-king-in-the-north-commit, battles:ruling.65.

        The banners keep their sides, except in a turn in which his unit is ordered: battles:ruling.90.
        """
        state = game.state
        rule = RULE + "robb-stark-king-in-the-north-commit"
        units = _riders_beside(state, holder)
        unit = yield from choose_one(game, state.seat[holder], units, "swap", rule)
        commander = _commander_of(state, holder)
        for column in (state.commander, state.rank):
            column[holder], column[unit] = column[unit], column[holder]
        if holder not in turn_of(state).ordered:
            active = state.active
            active[holder], active[unit] = active[unit], active[holder]
        game.emit(BearersSwapped(commander=commander.id, hex=label(state, holder), other=label(state, unit)))
        return True


class TheGreatjon(CommitAbility):
    """Two additional dice."""

    __slots__ = ()
    window = "roll"

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.greatjon-umber-the-greatjon-commit."""
        yield from ()
        fight_of(game.state).extra_dice += 2
        return True


class LastHearth(CommitAbility):
    """Units in his zone ignore morale results."""

    __slots__ = ()
    window = "retreat"

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.greatjon-umber-last-hearth-commit."""
        yield from ()
        ignored = turn_of(game.state).ignored_morale
        for unit in controlled(game.state, holder):
            ignored[unit] = ignored.get(unit, 0) + ALL
        return True


ALL: Final = 99
"""More morale results than there are dice."""


class MaegeMormont(CommitAbility):
    """Strikes back with an additional die."""

    __slots__ = ()
    window = "survived"

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.maege-mormont-commit."""
        yield from BLOWS.strike_back(game, holder, 1)
        return True


class RickardKarstark(CommitAbility):
    """Rallies his unit and cavalry."""

    __slots__ = ()

    def can(self, state: State, holder: int) -> bool:
        """Return whether one of them is inactive."""
        return bool(_riders_to_rally(state, holder))

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.rickard-karstark-commit."""
        yield from ()
        for unit in _riders_to_rally(game.state, holder):
            rally_unit(game, unit, RULE + "rickard-karstark-commit")
        return True


class TywinLannister(CommitAbility):
    """Looks at the enemy's hand and discards a card."""

    __slots__ = ()

    def can(self, state: State, holder: int) -> bool:
        """Return whether the enemy has cards in hand."""
        return len(state.hands[1 - state.seat[holder]]) > 0

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.tywin-lannister-commit."""
        state = game.state
        seat = state.seat[holder]
        hand, mask = state.hands[1 - seat], mask_of([seat])
        seen = []
        for _ in range(len(hand)):
            seen.append(game.chance.look(hand, mask))
            hand.move_top_under()
        game.emit(HandSeen(house=state.houses[seat], number=len(seen), cards=tuple(sorted(seen))), mask)
        answer = yield from ask(seat, DiscardChooser(sorted(seen)))
        game.chance.take(hand, answer.card)
        state.discards[1 - seat].append(answer.card)
        rule = RULE + "tywin-lannister-commit"
        game.emit(CardsDiscarded(house=state.houses[1 - seat], cards=(answer.card,), rule=rule))
        return True


class Kingslayer(CommitAbility):
    """Valor counts twice."""

    __slots__ = ()
    window = "roll"

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.jaime-lannister-kingslayer-commit."""
        yield from ()
        fight_of(game.state).valor_hits = 2
        return True


class Kingsguard(CommitAbility):
    """Orders an additional unit."""

    __slots__ = ()

    def can(self, state: State, holder: int) -> bool:
        """Return whether there is an active unit in his zone."""
        return bool(_to_order(state, holder))

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.jaime-lannister-warden-commit."""
        state = game.state
        rule = RULE + "jaime-lannister-warden-commit"
        units = _to_order(state, holder)
        turn_of(state).added.append((yield from choose_one(game, state.seat[holder], units, "order", rule)))
        return True


class KevanLannister(CommitAbility):
    """Rallies infantry, which may be ordered at once."""

    __slots__ = ()

    def can(self, state: State, holder: int) -> bool:
        """Return whether infantry in his zone is inactive."""
        return bool(_foot_to_rally(state, holder))

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.kevan-lannister-commit."""
        state = game.state
        seat, rule = state.seat[holder], RULE + "kevan-lannister-commit"
        units = _foot_to_rally(state, holder)
        unit = yield from choose_one(game, seat, units, "rally", rule)
        rally_unit(game, unit, rule)
        answer = yield from ask(seat, MayChooser("order-at-once", rule, **fields_of(state, unit)))
        if isinstance(answer, Yes):
            turn_of(state).added.append(unit)
        return True


class TheMountain(CommitAbility):
    """Lowers the enemy's morale."""

    __slots__ = ()
    window = "destroyed"

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.gregor-clegane-the-mountain-commit."""
        yield from ()
        change_morale(game, 1 - game.state.seat[holder], -2, RULE + "gregor-clegane-the-mountain-commit")
        return True


class TheReaver(CommitAbility):
    """His fire also burns adjacent enemies."""

    __slots__ = ()
    window = "fire"

    def can(self, state: State, holder: int) -> bool:
        """Return whether an adjacent enemy has a figure to lose."""
        return any(ordinary_figures(state, unit) for unit in enemies_beside(state, holder))

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.gregor-clegane-the-reaver-commit."""
        yield from ()
        state = game.state
        for unit in enemies_beside(state, holder):
            if ordinary_figures(state, unit):
                suffer(game, unit, 1, None)
                if not in_play(state, unit):
                    turn_of(state).destroyers.append(holder)
        return True


class AddamMarbrand(CommitAbility):
    """Cavalry moves further."""

    __slots__ = ()

    def run(self, game: Battle, holder: int) -> Flow[bool]:
        """battles:commander-card.addam-marbrand-commit."""
        state = game.state
        rule = RULE + "addam-marbrand-commit"
        turn = turn_of(state)
        chosen = [holder]
        for _ in range(2):
            riders = [u for u in controlled(state, holder) if is_cavalry(state, u) and u not in chosen]
            unit = yield from choose_unit(game, state.seat[holder], riders, "spur", rule)
            if unit is None:
                break
            chosen.append(unit)
        for unit in chosen:
            turn.bonus_move[unit] = turn.bonus_move.get(unit, 0) + 2
        return True


COMMIT_ABILITIES: Final[dict[str, CommitAbility]] = {
    "eddard-stark-commit": EddardStark(),
    "robb-stark-young-wolf-commit": YoungWolf(),
    "robb-stark-king-in-the-north-commit": KingInTheNorth(),
    "greatjon-umber-the-greatjon-commit": TheGreatjon(),
    "greatjon-umber-last-hearth-commit": LastHearth(),
    "maege-mormont-commit": MaegeMormont(),
    "rickard-karstark-commit": RickardKarstark(),
    "tywin-lannister-commit": TywinLannister(),
    "jaime-lannister-kingslayer-commit": Kingslayer(),
    "jaime-lannister-warden-commit": Kingsguard(),
    "kevan-lannister-commit": KevanLannister(),
    "gregor-clegane-the-mountain-commit": TheMountain(),
    "gregor-clegane-the-reaver-commit": TheReaver(),
    "addam-marbrand-commit": AddamMarbrand(),
}
"""One handler per ability, so that tests can disable one."""


def can_commit(state: State, window: str, holder: int) -> bool:
    """Return whether a unit's commander can use his commit ability in a window.

    Once per battle: battles:commander.4. The card starts uncommitted: battles:setup.11.
    """
    commander = commander_in(state, holder)
    if commander is None or state.committed[state.commander[holder]]:
        return False
    ability = COMMIT_ABILITIES[commander.commit_ability]
    return ability.window == window and ability.can(state, holder)


def commit(game: Battle, holder: int) -> Flow[None]:
    """Carry out the commit ability of a unit's commander and turn his card over: battles:commander.4."""
    state = game.state
    commander = _commander_of(state, holder)
    number = state.commander[holder]
    house = state.houses[state.seat[holder]]
    game.emit(AbilityUsed(house=house, commander=commander.id, rule=f"{RULE}{commander.commit_ability}"))
    state.committed[number] = True  # it is not offered again meanwhile, and the battle may end
    ability = COMMIT_ABILITIES[commander.commit_ability]
    state.committed[number] = yield from about(commander.id, ability.run(game, holder))


def offer_commit(game: Battle, window: str, holder: int) -> Flow[bool]:
    """Ask whether a unit's commander uses his commit ability now, if he can; return whether he did."""
    state = game.state
    if not can_commit(state, window, holder):
        return False
    commander = _commander_of(state, holder)
    rule = f"{RULE}{commander.commit_ability}"
    question = ask(state.seat[holder], MayChooser("commit", rule, commander=commander.id))
    answer = yield from about(commander.id, question)
    if not isinstance(answer, Yes):
        return False
    yield from commit(game, holder)
    return True


def choose_unit(game: Battle, seat: int, units: Sequence[int], what: str, rule: str) -> Flow[int | None]:
    """Ask a seat to choose one of the units or none; return its number, or None for none."""
    if not units:
        return None
    answer = yield from ask(seat, UnitChooser(game.state, units, what, rule))
    return unit_at(game.state, answer.hex) if isinstance(answer, ChooseUnit) else None


def choose_one(game: Battle, seat: int, units: Sequence[int], what: str, rule: str) -> Flow[int]:
    """Ask a seat to choose one of the units, of which there is at least one; return its number."""
    answer = yield from ask(seat, UnitChooser(game.state, units, what, rule, may_stop=False))
    return unit_at(game.state, cast("ChooseUnit", answer).hex)


def _commander_of(state: State, holder: int) -> Commander:
    """Return the commander in a unit that has one."""
    return state.box.commanders[state.commander[holder]]


def _inactive(state: State, units: Sequence[int]) -> list[int]:
    return [unit for unit in units if not state.active[unit]]


def _riders_beside(state: State, holder: int) -> list[int]:
    return sorted(unit for unit in own_beside(state, holder) if class_of(state, unit) == CAVALRY)


def _riders_to_rally(state: State, holder: int) -> list[int]:
    units = [unit for unit in controlled(state, holder) if unit == holder or is_cavalry(state, unit)]
    return _inactive(state, units)


def _foot_to_rally(state: State, holder: int) -> list[int]:
    return _inactive(state, [unit for unit in controlled(state, holder) if class_of(state, unit) == INFANTRY])


def _to_order(state: State, holder: int) -> list[int]:
    added = turn_of(state).added
    return [unit for unit in controlled(state, holder) if state.active[unit] and unit not in added]


class DiscardChooser(Chooser[DiscardCard]):
    """Which of the enemy's cards is discarded? Options: his hand by id. Always asked: the hand was seen in secret."""

    __slots__ = ("cards",)
    kind = "discard"
    rule = RULE + "tywin-lannister-commit"
    answers = (DiscardCard,)

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards = cards

    def options(self) -> list[DiscardCard]:
        """Return one action per card."""
        return [DiscardCard(card) for card in self.cards]

    def refusal(self, action: DiscardCard) -> Refusal | None:
        """Refuse cards that are not in that hand."""
        if action.card in self.cards:
            return None
        return Refusal(self.rule, msg("refuse.discard.not-in-hand", card=action.card))

    def only(self, options: Options[DiscardCard]) -> DiscardCard | None:
        """Return None: always ask."""
        return None
