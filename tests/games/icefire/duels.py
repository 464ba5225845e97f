"""Duels: few units of two sides face to face, with what is wanted on the table and in hand, so that it happens soon.

They are no legal armies, but sound positions: what is wanted is there twice, and nothing else is in its way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from banneret.games.icefire.content.components import FACTIONS, Components, Faction, Model, NonCombatUnit, components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.content.tabletop import pieces, tabletop
from banneret.games.icefire.rules.board.influence import has_influence
from banneret.games.icefire.rules.table.control import ZONES
from banneret.games.icefire.rules.table.units import units_on_table
from banneret.games.icefire.state import Attached, State
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from tests.games.icefire.scene import BOOKS, laid
from tests.games.icefire.siege_scene import FACE, besieged

FILES: Final = (16, 30)
"""Where a pair of enemies stands across the table, in inches."""
MIDDLE: Final = 24
KINDS: Final = ("mixed", "between", "apart", "weak")
"""Kinds of duels, in turn: any pairs; an enemy between two units; shooters and enemies apart; enemies about to fall."""
CHARGES: Final = ("charge-rolled", "charged", "charge")
"""What happens in charges alone: each of their duels is one of units that can charge each other."""
BEGINS: Final[Mapping[str, str]] = {"apart": "b", "weak": "a", "charge": "a"}
"""Whose turn is first, where it is not drawn."""
APART: Final[Mapping[str, tuple[int, ...]]] = {
    "mixed": (0, 0, 0, 1, 2, 4, 7),
    "apart": (2, 4, 6, 8),
    "weak": (0, 0, 0, 2),
    "charge": (2, 3, 4, 5, 6),
}
"""How far the two of a pair may be from each other, in inches."""
FACING: Final = (0, 0, 0, 90, 180, 270)
"""How one may be turned from its enemy, in degrees."""
FALLEN: Final = ("a 10106 6 4 0", "a 10106 42 4 0")
"""Friends that have fallen before, now and then."""
ON_ENEMY: Final = ("40115",)
"""Tactics cards that lie on an enemy at the start, now and then."""
OBJECTIVE: Final = "objective-"
WORSE: Final = ("panicked", "vulnerable", "weakened")
IN_HAND: Final = 5
BESIDE: Final[Mapping[str, tuple[str, ...]]] = {}
"""Whom a card or what it brings needs at its side, where its own card does not say so."""


def kind_of(effect: str, turn: int) -> str:
    """Return of which kind a duel for an effect is."""
    return "charge" if effect.rsplit(maxsplit=1)[-1] in CHARGES else KINDS[turn % len(KINDS)]


def duel(edition: Edition, card: str, turn: int, kind: str = "mixed") -> Match[Any]:
    """Return a match at the start of its first round, in which a side has a card; each `turn` is another one.

    The card may be an objective, such as "objective-9": then one of its units has claimed it.
    """
    return _Duel(edition, card, turn, kind).match()


class _Duel:
    def __init__(self, edition: Edition, card: str, turn: int, kind: str) -> None:
        self.edition = edition
        self.card = card
        self.kind = kind
        self.key = derive_key("duel", edition, card, turn, kind)
        self.stream = Stream(self.key)
        self.found: Components = components(edition)

    def match(self) -> Match[Any]:
        stream, found = self.stream, self.found
        own = self._faction()
        factions: tuple[Faction, Faction] = own, stream.choice(FACTIONS)
        leaders = self._leader(own), self._any_leader(factions[1])
        hands, decks = {}, {}
        for name, faction, leader in zip("ab", factions, leaders, strict=True):
            deck = [*found.deck(faction, leader.id)]
            stream.shuffle(deck)
            deck.sort(key=lambda one: one != self.card)
            hands[name], decks[name] = deck[:IN_HAND], deck[IN_HAND:]
        later = bool(stream.below(2))
        fallen = later and self.card in found.ncus
        state = laid(
            *self._units(leaders),
            *(FALLEN if fallen else ()),
            edition=self.edition,
            ncus=self._ncus(leaders),
            terrain=self._terrain(),
            hands=hands,
            decks=decks,
            turn=BEGINS.get(self.kind) or stream.choice("ab"),
            step="turn" if self.card.startswith(OBJECTIVE) else "round-start",
            round=2 if self.card.startswith(OBJECTIVE) else 1,
            factions=list(factions),
            commanders=[leader.id for leader in leaders],
            key=self.key.hex(),
        )
        for unit in range(len(state.card) - len(FALLEN) * fallen, len(state.card)):
            state.health[unit], state.pose[unit] = 0, None
        self._give_tokens(state)
        self._claim(state)
        if later:
            self._go_on(state)
        return Match(BOOKS[self.edition], Origin(2, {}, None, state))

    # Sides -----------------------------------------------------------------------------------------------------------

    def _faction(self) -> Faction:
        """Return the faction of the card; of a neutral one that leads nobody, any."""
        own, model = self.found.faction.get(self.card, "neutral"), self.found.model(self.card)
        leads = self.card in self.found.tactics or (model is not None and model.commander)
        return own if leads or own != "neutral" else self.stream.choice(FACTIONS)

    def _leader(self, faction: Faction) -> Model:
        """Return the Commander: the card itself, or the one whose card it is."""
        tactics = self.found.tactics.get(self.card)
        model = self.found.model(self.card if tactics is None else tactics.commander or "")
        return model if model is not None and model.commander else self._any_leader(faction)

    def _any_leader(self, faction: Faction) -> Model:
        return self.stream.choice(self.found.commanders(faction))

    def _beside(self) -> list[str]:
        """Return the cards of those that the card requires, or is the better for."""
        model = self.found.model(self.card)
        names = {one.name for one in model.requires} if model is not None else set()
        named = [one.id for one in self.found.models() if one.name in names and one.id not in self.found.ncus]
        return [*named, *BESIDE.get(self.card, ())]

    # Units -----------------------------------------------------------------------------------------------------------

    def _units(self, leaders: tuple[Model, Model]) -> list[str]:
        """Return pairs of enemies, or an enemy between two units, each as `laid` reads it."""
        beside, model = self._beside(), self.found.model(self.card)
        unique = model is None or model.character
        other = self.stream.choice(beside) if beside else "" if unique else self.card
        first = leaders[0].id if self.card in self.found.tactics or (other and not beside) else self.card
        mine = [self._standing(first), self._standing(other)]
        theirs = [self._standing(one, weak=self.kind == "weak") for one in (leaders[1].id, "")]
        self.stream.shuffle(mine)
        self.stream.shuffle(theirs)
        if self.kind == "between":
            half, at = theirs[0].deep / 2, FILES[0]
            return [
                mine[0].line("a", at, MIDDLE - half - mine[0].deep / 2, 0),
                mine[1].line("a", at, MIDDLE + half + mine[1].deep / 2, 180),
                theirs[0].line("b", at, MIDDLE, 180),
                theirs[1].line("b", FILES[1], MIDDLE, 90),
            ]
        lines = []
        for at, one, enemy in zip(FILES, mine, theirs, strict=True):
            half = self.stream.choice(APART[self.kind]) / 2
            lines.append(one.line("a", at, MIDDLE - half - one.deep / 2, 0))
            lines.append(enemy.line("b", at, MIDDLE + half + enemy.deep / 2, 180))
        return lines

    def _standing(self, card: str, *, weak: bool = False) -> _Standing:
        """Return a unit with a card, or any unit, with Wounds suffered and Condition tokens now and then."""
        stream, attached = self.stream, self.found.attachments.get(card)
        fitting = [
            unit
            for unit in self.found.units.values()
            if card == unit.id or (card not in self.found.units and (attached is None or unit.type == attached.type))
        ]
        if attached is not None:
            fitting = [unit for unit in fitting if not unit.solo]
        if self.kind == "apart":
            fitting = [unit for unit in fitting if any(one.kind != "melee" for one in unit.attacks)] or fitting
        unit = stream.choice(fitting)
        more = [] if attached is None else [card]
        full = full_health(unit)
        low = 1 + len(more) + stream.below(3)
        left = low if weak else stream.choice((full, full - stream.below(full * 2 // 3 + 1), low))
        more.append(str(min(left, full)))
        more += [one for one in WORSE if not stream.below(5)]
        turned = 0 if self.kind in ("apart", "charge") else stream.choice(FACING)
        tray = next(one for one in tabletop(self.edition).trays if one.id == unit.tray)
        return _Standing(
            f"{unit.id} {{}} {{}} {{}} | {' '.join(more)}", turned, tray.width if turned % 180 else tray.depth
        )

    def _give_tokens(self, state: State) -> None:
        """Give the units the tokens with which their cards begin: icefire:setup.2."""
        for unit, card in enumerate(state.card):
            for id in (card, *state.attachments[unit]):
                model = self.found.model(id)
                if model is not None and model.starts_with is not None:
                    state.counters[unit][model.starts_with.token] = model.starts_with.number

    def _claim(self, state: State) -> None:
        """Let a unit have claimed the objective, if one is wanted."""
        if self.card.startswith(OBJECTIVE):
            unit = self.stream.choice([unit for unit, seat in enumerate(state.seat) if seat == 0])
            pose = state.pose[unit]
            assert pose is not None
            state.tokens, state.claims = [(pose.x, pose.y)], [unit]
            state.token_cards = [int(self.card.removeprefix(OBJECTIVE))]

    def _go_on(self, state: State) -> None:
        """Begin later: the non-combat unit influences a unit and two friends have fallen; the card lies on an enemy."""
        if self.card in state.ncu_card:
            ncu = state.ncu_card.index(self.card)
            if has_influence(state, ncu):
                state.influence[ncu] = self.stream.choice([*units_on_table(state, 0), *units_on_table(state, 1)])
                state.ncu_activated[ncu] = True
        elif self.card in ON_ENEMY and self.card in state.hands[0].cards:
            place = state.hands[0].cards.index(self.card)
            del state.hands[0].cards[place], state.hands[0].known[place]
            state.attached = (*state.attached, Attached(self.card, self.stream.choice(units_on_table(state, 1)), 0))

    # What else there is ----------------------------------------------------------------------------------------------

    def _ncus(self, leaders: tuple[Model, Model]) -> list[str]:
        """Return the non-combat units: what is wanted, Commanders, and now and then others, some on a zone."""
        named = [("a", leaders[0].id), ("b", leaders[1].id)]
        if self.card != leaders[0].id:
            named.append(("a", self.card))
        others = [one.id for one in self.found.ncus.values() if not one.commander]
        lines = [f"{player} {id}" for player, id in named if id in self.found.ncus]
        zones = [*ZONES]
        self.stream.shuffle(zones)
        zones.sort(key=lambda zone: zone in self._zones())
        for player in "ab":
            if self.stream.below(4):
                zone = zones.pop() if self.stream.below(3) else ""
                lines.append(f"{player} {self.stream.choice(others)} {zone}")
        return lines

    def _zones(self) -> set[str]:
        """Return the zones of which the card speaks."""
        model, tactics = self.found.model(self.card), self.found.tactics.get(self.card)
        if tactics is not None:
            return {zone for use in tactics.uses for zone in use.zones}
        if model is None or isinstance(model, NonCombatUnit):
            return set()
        return {zone for id in model.abilities for zone in self.found.abilities[id].zones}

    def _terrain(self) -> list[str]:
        """Return no terrain, or two pieces beside the pairs."""
        if self.stream.below(2):
            return []
        kinds = [piece.id for piece in tabletop(self.edition).pieces if "impassable" not in piece.keywords]
        return [f"{self.stream.choice(kinds)} {x} {MIDDLE + self.stream.below(9) - 4} 0" for x in (FILES[0] + 7, 40)]


class _Standing(NamedTuple):
    """A unit that stands somewhere: its line, how it is turned from its enemy, and how deep it stands then."""

    text: str
    turned: int
    deep: float

    def line(self, player: str, x: float, y: float, ahead: int) -> str:
        """Return it for `laid`, its enemy ahead in a direction (degrees)."""
        return f"{player} {self.text.format(x, y, (self.turned + ahead) % 360)}"


# Sieges --------------------------------------------------------------------------------------------------------------


def siege_duel(edition: Edition, effect: str, turn: int) -> Match[Any]:
    """Return a siege at the start of a round: walls that have suffered, attackers at and before them, cards in hand."""
    key = derive_key("siege", edition, effect, turn)
    stream = Stream(key)
    found = components(edition)
    kind = tuple(unit.id for unit in found.units.values() if unit.type == "infantry" and not unit.character)
    at_wall = [f"b {stream.choice(kind)} 24 {FACE + 2.4 + stream.choice(APART['mixed'])} 180 | {stream.choice(WORSE)}"]
    before = [f"b {stream.choice(kind)} 12 {FACE + 4 + stream.choice(APART['mixed'])} 180 |"]
    outside = [f"a {stream.choice(kind)} 42 {30 + stream.below(4)} 0 | 20201 {stream.choice(WORSE)}"]
    near = [f"b {stream.choice(kind)} 42 40 180 | 20115"]
    mine = [one.id for one in tabletop(edition).strategies if one.side == "defender"]
    theirs = [one.id for one in tabletop(edition).strategies if one.side == "attacker"]
    wanted = siege_cards_with(effect)
    for cards in (mine, theirs):
        stream.shuffle(cards)
        cards.sort(key=lambda one: one not in wanted)
    decks = {"a": found.deck("stark", "20201"), "b": found.deck("lannister", "20115")}
    state = besieged(
        *at_wall, *before, *outside, *near,
        edition=edition, step="round-start", walls=[1 + stream.below(6) for _ in range(3)],
        siege=(mine[:3], theirs[:3]), decks=decks, terrain=["bog 12 30 0"], key=key.hex(),
    )  # fmt: skip  # several to a line
    return Match(BOOKS[edition], Origin(2, {}, None, state))


def siege_cards_with(effect: str) -> list[str]:
    """Return the Siege Strategy cards that an effect is of; any, if walls or objectives are destroyed in it."""
    named = [one.id for one in pieces().strategies if one.id in effect.split()]
    return named or (["battering-rams"] if effect == "told wall-destroyed" else [])
