"""The pieces and cards of the game, edition by edition: what both have alike stands once, what differs in each."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from banneret.games.icefire.content.datafile import DataFile
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition, rule_index

FACTIONS: Final = ("stark", "lannister", "neutral")
NEUTRAL: Final = "neutral"
FOLDERS: Final[Mapping[Edition, str]] = {SEASON_6: "season6", EDITION_2021: "edition2021"}
"""Where the data of one edition alone are; the other edition never reads them."""

Faction: TypeAlias = Literal["stark", "lannister", "neutral"]
UnitType: TypeAlias = Literal["infantry", "cavalry", "monster", "war-machine"]
TrayId: TypeAlias = Literal["infantry", "cavalry", "solo-small", "solo-large"]
Zone: TypeAlias = Literal["crown", "wealth", "tactics", "combat", "maneuver"]
Condition: TypeAlias = Literal["panicked", "vulnerable", "weakened"]
AttackAbility: TypeAlias = Literal["critical-blow", "precision", "sundering", "vicious"]
Mark: TypeAlias = Literal["later", "unsettled"]

_Text = Annotated[str, Meta(min_length=1)]
_Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
_CardId = Annotated[str, Meta(pattern=r"^[1-9][0-9]{4}$")]
_Count = Annotated[int, Meta(ge=0)]
_Positive = Annotated[int, Meta(ge=1)]
_Die = Annotated[int, Meta(ge=2, le=6)]

Card = TypeVar("Card", "Unit", "Attachment", "NonCombatUnit", "TacticsCard", "Special")


class Person(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who a card speaks of: anyone of that name, or only under that title."""

    name: _Text
    title: str | None = None


class Tokens(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tokens that a card starts with."""

    token: Literal["order", "faith", "wound"]
    number: _Positive


class Trigger(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When an Order or a Tactics card may be used: an event, and what must be true of it.

    `side` and `who` are those who act in the event, `at` those it is done to, `near` and `within` the place, `zone`
    a zone to control. `who` and `near` may be the name of a person: then the unit of that person.
    """

    event: Literal[
        "round-start",
        "round-end",
        "turn-start",
        "activation",
        "action-chosen",
        "action-end",
        "attack-dice",
        "attack-rolled",
        "defense-rolled",
        "attack-end",
        "charge-rolled",
        "charged",
        "surge",
        "destroyed",
        "test-dice",
        "test-rolled",
        "test-passed",
        "test-failed",
        "zone-claimed",
        "card-played",
        "targeted",
    ]
    side: Literal["friendly", "enemy", "any"] | None = None
    who: str | None = None
    at: Literal["this", "other-friendly", "friendly", "enemy", "engaged"] | None = None
    attack: Literal["melee", "ranged"] | None = None
    test: Literal["morale", "panic"] | None = None
    actions: tuple[Literal["maneuver", "march", "retreat", "attack", "charge"], ...] = ()
    arcs: tuple[Literal["front", "flank", "rear"], ...] = ()
    by: tuple[Literal["order", "own-order", "ncu", "zone", "ability", "card"], ...] = ()
    near: str | None = None
    within: Literal["short", "long"] | None = None
    sight: bool = False
    first: bool = False
    zone: Zone | None = None


class Ability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability of units or attachments.

    `attack` says to which attacks it belongs, `wounds` how many a model (or a solo unit) has by it; `keywords`,
    `tokens` and `zones` are what its text grants, gives and asks about.
    """

    id: _Id
    name: _Text
    text: _Text
    order: bool = False
    innate: bool = False
    attack: tuple[Literal["melee", "ranged"], ...] = ()
    wounds: _Positive | None = None
    trigger: Trigger | None = None
    keywords: tuple[AttackAbility, ...] = ()
    tokens: tuple[Condition, ...] = ()
    zones: tuple[Zone, ...] = ()


class Attack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack: `dice` with all ranks, with one lost, with two lost."""

    name: _Text
    kind: Literal["melee", "short", "long"]
    hit: _Die
    dice: Annotated[tuple[_Positive, ...], Meta(min_length=1, max_length=3)]


class Unit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combat unit.

    `wounds` are those of a cavalry model or of a whole solo unit. Then what its card asks of the army: `requires` any
    of these, `forbids` all of them, it `holds` that attachment, has that one free (`free_here`), makes one attachment
    cheaper by `adaptive`, and comes `one_for` each infantry unit of a kind.
    """

    id: _CardId
    name: _Text
    title: str | None = None
    type: UnitType
    tray: TrayId
    speed: _Positive
    defense: _Die
    morale: Annotated[int, Meta(ge=2, le=12)]
    wounds: _Positive | None = None
    models: _Positive | None = None
    ranks: _Positive | None = None
    cost: _Positive
    character: bool = False
    commander: bool = False
    deck: tuple[_CardId, ...] = ()
    starts_with: Tokens | None = None
    abilities: tuple[_Id, ...] = ()
    attacks: Annotated[tuple[Attack, ...], Meta(min_length=1)]
    requires: tuple[Person, ...] = ()
    forbids: tuple[Person, ...] = ()
    holds: Person | None = None
    free_here: Person | None = None
    adaptive: _Count = 0
    one_for: str | None = None

    @property
    def solo(self) -> bool:
        return self.tray in ("solo-small", "solo-large")


class Attachment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attachment.

    `enemy`: it is put into an enemy unit then. Of the army it may ask: `requires` any of these, `forbids` all of them,
    at most `limit` of it; the first is free with `first_free_with`, it costs 1 less with `cheaper_with`; it `joins` the
    unit of that person, or any one that suits it, `besides` another attachment. `persons` are those it counts as where
    its name is none of theirs.
    """

    id: _CardId
    name: _Text
    title: str | None = None
    type: UnitType
    cost: _Count
    character: bool = False
    commander: bool = False
    deck: tuple[_CardId, ...] = ()
    starts_with: Tokens | None = None
    abilities: tuple[_Id, ...] = ()
    enemy: Literal["before-deployment", "after-deployment"] | None = None
    requires: tuple[Person, ...] = ()
    forbids: tuple[Person, ...] = ()
    limit: _Positive | None = None
    first_free_with: Person | None = None
    cheaper_with: Person | None = None
    joins: Person | None = None
    besides: bool = False
    persons: tuple[_Text, ...] = ()

    def is_person(self, name: str) -> bool:
        """Return whether cards that ask for a person of that name mean this attachment."""
        return name == self.name or name in self.persons


class NcuAbility(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability of a non-combat unit; `once` is used once in the match."""

    name: _Text
    text: _Text
    influence: bool = False
    once: bool = False
    keywords: tuple[AttackAbility, ...] = ()
    tokens: tuple[Condition, ...] = ()
    zones: tuple[Zone, ...] = ()


class NonCombatUnit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A non-combat unit."""

    id: _CardId
    name: _Text
    title: str | None = None
    cost: _Count
    character: bool = False
    commander: bool = False
    deck: tuple[_CardId, ...] = ()
    starts_with: Tokens | None = None
    abilities: Annotated[tuple[NcuAbility, ...], Meta(min_length=1)]
    requires: tuple[Person, ...] = ()
    forbids: tuple[Person, ...] = ()


class Use(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to use a Tactics card; with `attaches` the card stays on a unit."""

    trigger: Trigger
    text: _Text
    attaches: bool = False
    keywords: tuple[AttackAbility, ...] = ()
    tokens: tuple[Condition, ...] = ()
    zones: tuple[Zone, ...] = ()


class TacticsCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Tactics card; two copies of it are in a deck. Without a commander it is one of its faction's seven."""

    id: _CardId
    name: _Text
    commander: _CardId | None = None
    uses: Annotated[tuple[Use, ...], Meta(min_length=1)]


class Special(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that others bring into play."""

    id: _CardId
    name: _Text
    category: Literal["poison", "banners"]
    text: _Text


class CardMark(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is not known for sure about a card: only a later season's values (`later`), or sources differ."""

    id: _CardId
    provenance: Mark
    season: Annotated[int, Meta(ge=4, le=6)] | None = None
    note: str | None = None


class ArmyRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers that armies are built by, and the rules that they are from."""

    neutral_percent: Annotated[int, Meta(ge=0, le=100)]
    neutral_commander: bool
    extra_percent: Annotated[int, Meta(ge=0, le=100)]
    neutral_rule: str
    commander_rule: str
    """Whether a neutral Commander may lead an army of another faction."""
    foreign_rule: str
    """That a Commander of another faction may not."""


Model: TypeAlias = Unit | Attachment | NonCombatUnit
Fielded: TypeAlias = Model | TacticsCard | Special


class Components:
    """All cards of one edition, by id."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.units: dict[str, Unit] = {}
        self.attachments: dict[str, Attachment] = {}
        self.ncus: dict[str, NonCombatUnit] = {}
        self.tactics: dict[str, TacticsCard] = {}
        self.specials: dict[str, Special] = {}
        self.abilities: dict[str, Ability] = {}
        self.marks: dict[str, CardMark] = {}
        self.faction: dict[str, Faction] = {}
        self.army: ArmyRules

    def model(self, id: str) -> Model | None:
        """The unit, attachment or non-combat unit of that id."""
        return self.units.get(id) or self.attachments.get(id) or self.ncus.get(id)

    def models(self) -> Iterable[Model]:
        """All that an army is made of."""
        return (*self.units.values(), *self.attachments.values(), *self.ncus.values())

    def provenance(self, id: str) -> Mark | None:
        """What is not known for sure about a card."""
        mark = self.marks.get(id)
        return None if mark is None else mark.provenance

    def later_season(self, id: str) -> int:
        """The season whose values are given for a card for want of earlier ones, or 0: icefire:ruling.78."""
        mark = self.marks.get(id)
        return mark.season or 0 if mark is not None and mark.provenance == "later" else 0

    def commanders(self, faction: Faction) -> tuple[Model, ...]:
        """The Commanders of a faction."""
        return tuple(model for model in self.models() if model.commander and self.faction[model.id] == faction)

    def deck(self, faction: Faction, commander: str) -> tuple[str, ...]:
        """The 20 cards of a Tactics deck: seven of the faction and three of the Commander, each twice.

        Raises KeyError if the Commander is none.
        """
        leader = self.model(commander)
        if leader is None or not leader.commander:
            raise KeyError(f"{self.edition}: card '{commander}' is no Commander, so it has no Tactics cards")
        common = tuple(
            id for id, card in self.tactics.items() if card.commander is None and self.faction[id] == faction
        )
        return tuple(id for id in (*common, *leader.deck) for _ in range(2))  # rule icefire:army.14


@cache
def components(edition: Edition) -> Components:
    """The cards of an edition. Raises `DataError` for a mistake in the files: which, where, and what is wrong."""
    found = Components(edition)
    own = FOLDERS[edition]
    for folder in ("cards", own):
        file = DataFile.read(f"{folder}/abilities.toml")
        file.keys("ability")
        for ability in file.entries("ability", Ability):
            if ability.id in found.abilities:
                file.fail(ability.id, "id", "is an ability of both editions too")
            if ability.order != (ability.trigger is not None):
                file.fail(ability.id, "trigger", "belongs to Orders, and each Order has one")
            found.abilities[ability.id] = ability
    for faction in FACTIONS:
        for folder in ("cards", own):
            read_cards(DataFile.read(f"{folder}/{faction}.toml"), faction, found)
    check_cards(DataFile.read(f"{own}/marks.toml"), found)
    army = DataFile.read(f"{own}/army.toml")
    found.army = army.table("table", ArmyRules)
    for field in ("neutral_rule", "commander_rule", "foreign_rule"):
        army.one_of("table", field, getattr(found.army, field), rule_index(edition))
    return found


def read_cards(file: DataFile, faction: Faction, found: Components) -> None:
    """Add the cards of a file. Raises `DataError` for what is wrong with one of them by itself.

    Each is of the faction of its file (icefire:card.7), and each unit of one of the four types: icefire:units.3.
    """
    file.keys("unit", "attachment", "ncu", "tactics", "special")
    for unit in _cards(file, "unit", Unit, found.units, faction, found):
        _check_abilities(file, unit.id, unit.abilities, found)
        if not unit.attacks[0].dice or any(len(attack.dice) > _ranks(unit) for attack in unit.attacks):
            file.fail(unit.id, "attacks", f"a unit of {_ranks(unit)} ranks has as many values of dice at most")
        if (unit.wounds is None) != (unit.tray == "infantry"):
            file.fail(unit.id, "wounds", "must be there for cavalry and solo units, and for no infantry")
    for attachment in _cards(file, "attachment", Attachment, found.attachments, faction, found):
        _check_abilities(file, attachment.id, attachment.abilities, found)
    _cards(file, "ncu", NonCombatUnit, found.ncus, faction, found)
    _cards(file, "tactics", TacticsCard, found.tactics, faction, found)
    _cards(file, "special", Special, found.specials, faction, found)


def check_cards(marks: DataFile, found: Components) -> None:
    """Read the marks, and refuse cards that do not fit together (`DataError`)."""
    marks.keys("mark")
    known: set[str] = set(found.faction)
    for mark in marks.entries("mark", CardMark):
        marks.one_of(mark.id, "id", mark.id, known)
        found.marks[mark.id] = mark
    names = {(model.name, title) for model in found.models() for title in (model.title, None)}
    for model in found.models():
        where = DataFile(f"{found.edition}, cards of {found.faction[model.id]}", {})
        if model.commander != (len(model.deck) == 3) or (model.deck and not model.commander):
            where.fail(model.id, "deck", "a Commander has three Tactics cards, and nobody else has any")
        for card in model.deck:
            if card not in found.tactics or found.tactics[card].commander != model.id:
                where.fail(model.id, "deck", f"'{card}' is no Tactics card of this Commander")
        for field in ("requires", "forbids", "holds", "free_here", "first_free_with", "cheaper_with", "joins"):
            spoken_of = getattr(model, field, None) or ()
            for person in (spoken_of,) if isinstance(spoken_of, Person) else spoken_of:
                if (person.name, person.title) not in names:
                    where.fail(model.id, field, f"there is no {person.name} {person.title or ''}".rstrip())
    for faction in FACTIONS:
        common = [id for id, card in found.tactics.items() if card.commander is None and found.faction[id] == faction]
        if len(common) != 7:
            where = DataFile(f"{found.edition}, cards of {faction}", {})
            where.fail("tactics", "commander", f"{len(common)} Tactics cards have none; a faction has seven")


def _cards(
    file: DataFile, key: str, into: type[Card], where: dict[str, Card], faction: Faction, found: Components
) -> tuple[Card, ...]:
    read = file.entries(key, into, needed=False)
    for card in read:
        if card.id in found.faction:
            file.fail(card.id, "id", "is the id of another card too")
        where[card.id] = card
        found.faction[card.id] = faction
    return read


def _check_abilities(file: DataFile, card: str, abilities: tuple[str, ...], found: Components) -> None:
    for ability in abilities:
        file.one_of(card, "abilities", ability, found.abilities)


def _ranks(unit: Unit) -> int:
    return unit.ranks or {"infantry": 3, "cavalry": 2}.get(unit.tray, 1)
