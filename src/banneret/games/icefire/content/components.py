"""The cards of the game by edition. Content common to both editions is stored once, differences per edition."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from banneret.games.icefire.content.datafile import DataFile
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition, rule_index

FACTIONS: Final = ("stark", "lannister", "neutral")
NEUTRAL: Final = "neutral"
FOLDERS: Final[Mapping[Edition, str]] = {SEASON_6: "season6", EDITION_2021: "edition2021"}
"""Data folder of each edition; the other edition never reads it."""

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
    """A person named on a card: any model of that name, or only the one with that title."""

    name: _Text
    title: str | None = None


class Tokens(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tokens with which a card starts."""

    token: Literal["order", "faith", "wound"]
    number: _Positive


class Trigger(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When an Order or a Tactics card may be used: an event and its conditions.

    `side` and `who` describe the unit that acts in the event, `at` the unit acted upon, `near` and `within` the place,
    and `zone` a zone that must be controlled. `who` and `near` may be the name of a person, meaning the unit with that
    person.
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
        "reroll",
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

    `attack` lists the attacks to which it belongs, `wounds` the number of Wounds it gives a model (or a solo unit);
    `keywords`, `tokens` and `zones` are those that its text grants, gives and refers to.
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
    """An attack: `dice` with all ranks, with one rank lost, and with two lost."""

    name: _Text
    kind: Literal["melee", "short", "long"]
    hit: _Die
    dice: Annotated[tuple[_Positive, ...], Meta(min_length=1, max_length=3)]


class Unit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combat unit.

    `wounds` are those of one cavalry model or of a whole solo unit. The last fields constrain or price the army: it
    `requires` any of the listed persons, `forbids` all of them, `holds` that attachment, has that attachment free
    (`free_here`), makes one attachment cheaper by `adaptive`, and is allowed once for each infantry unit of the
    affiliation `one_for`.
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

    `enemy` is the time at which it is attached to an enemy unit. It may constrain or price the army: it `requires` any
    of the listed persons, `forbids` all of them, and is allowed at most `limit` times; the first copy is free with
    `first_free_with`, and it costs 1 less with `cheaper_with`. It `joins` the unit of that person, or, with `besides`,
    any suitable unit in addition to another attachment. `persons` are the persons it counts as besides its own name.
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
        """Return whether cards that name this person refer to this attachment."""
        return name == self.name or name in self.persons


class NcuAbility(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability of a non-combat unit; one marked `once` is used once per match."""

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
    """One use of a Tactics card; with `attaches` the card remains on a unit."""

    trigger: Trigger
    text: _Text
    attaches: bool = False
    keywords: tuple[AttackAbility, ...] = ()
    tokens: tuple[Condition, ...] = ()
    zones: tuple[Zone, ...] = ()


class TacticsCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Tactics card; a deck has two copies of it. Without a commander it is one of its faction's seven."""

    id: _CardId
    name: _Text
    commander: _CardId | None = None
    uses: Annotated[tuple[Use, ...], Meta(min_length=1)]


class Special(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that other cards bring into play."""

    id: _CardId
    name: _Text
    category: Literal["poison", "banners"]
    text: _Text


class CardMark(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a card's data is uncertain: only values of a later season are known (`later`), or sources differ."""

    id: _CardId
    provenance: Mark
    season: Annotated[int, Meta(ge=4, le=6)] | None = None
    note: str | None = None


class ArmyRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers used for army building, and the rules they come from."""

    neutral_percent: Annotated[int, Meta(ge=0, le=100)]
    neutral_commander: bool
    extra_percent: Annotated[int, Meta(ge=0, le=100)]
    neutral_rule: str
    commander_rule: str
    """The rule on whether a neutral Commander may lead an army of another faction."""
    foreign_rule: str
    """The rule against Commanders of another faction."""


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
        """Return the unit, attachment or non-combat unit with that id, or None."""
        return self.units.get(id) or self.attachments.get(id) or self.ncus.get(id)

    def models(self) -> Iterable[Model]:
        """Return all units, attachments and non-combat units."""
        return (*self.units.values(), *self.attachments.values(), *self.ncus.values())

    def provenance(self, id: str) -> Mark | None:
        """Return why a card's data is uncertain, or None."""
        mark = self.marks.get(id)
        return None if mark is None else mark.provenance

    def later_season(self, id: str) -> int:
        """Return the later season that supplies a card's values for lack of earlier ones, or 0: icefire:ruling.78."""
        mark = self.marks.get(id)
        return mark.season or 0 if mark is not None and mark.provenance == "later" else 0

    def commanders(self, faction: Faction) -> tuple[Model, ...]:
        """Return the Commanders of a faction."""
        return tuple(model for model in self.models() if model.commander and self.faction[model.id] == faction)

    def deck(self, faction: Faction, commander: str) -> tuple[str, ...]:
        """Return the 20 cards of a Tactics deck: seven of the faction and three of the Commander, two copies of each.

        icefire:deck.3, icefire:commander.4. Raises KeyError if `commander` is not a Commander.
        """
        leader = self.model(commander)
        if leader is None or not leader.commander:
            raise KeyError(f"{self.edition}: card '{commander}' is not a Commander and has no Tactics cards")
        common = tuple(
            id for id, card in self.tactics.items() if card.commander is None and self.faction[id] == faction
        )
        return tuple(id for id in (*common, *leader.deck) for _ in range(2))  # rule icefire:army.14


@cache
def components(edition: Edition) -> Components:
    """Return the cards of an edition. Raises `DataError` for a mistake in the files, naming file, entry and fault."""
    found = Components(edition)
    own = FOLDERS[edition]
    for folder in ("cards", own):
        file = DataFile.read(f"{folder}/abilities.toml")
        file.keys("ability")
        for ability in file.entries("ability", Ability):
            if ability.id in found.abilities:
                file.fail(ability.id, "id", "is already an ability of both editions")
            if ability.order != (ability.trigger is not None):
                file.fail(ability.id, "trigger", "is required for Orders and not allowed for other abilities")
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
    """Add the cards of a file. Raises `DataError` for a card that is invalid in itself.

    Each card is of the faction of its file (icefire:card.7), and each unit has one of the four types: icefire:units.3.
    """
    file.keys("unit", "attachment", "ncu", "tactics", "special")
    for unit in _cards(file, "unit", Unit, found.units, faction, found):
        _check_abilities(file, unit.id, unit.abilities, found)
        if not unit.attacks[0].dice or any(len(attack.dice) > _ranks(unit) for attack in unit.attacks):
            file.fail(unit.id, "attacks", f"a unit of {_ranks(unit)} ranks has at most that many dice values")
        if (unit.wounds is None) != (unit.tray == "infantry"):
            file.fail(unit.id, "wounds", "is required for cavalry and solo units and not allowed for infantry")
    for attachment in _cards(file, "attachment", Attachment, found.attachments, faction, found):
        _check_abilities(file, attachment.id, attachment.abilities, found)
    _cards(file, "ncu", NonCombatUnit, found.ncus, faction, found)
    _cards(file, "tactics", TacticsCard, found.tactics, faction, found)
    _cards(file, "special", Special, found.specials, faction, found)


def check_cards(marks: DataFile, found: Components) -> None:
    """Read the marks and reject cards that do not fit together. Raises `DataError`."""
    marks.keys("mark")
    known: set[str] = set(found.faction)
    for mark in marks.entries("mark", CardMark):
        marks.one_of(mark.id, "id", mark.id, known)
        found.marks[mark.id] = mark
    names = {(model.name, title) for model in found.models() for title in (model.title, None)}
    for model in found.models():
        where = DataFile(f"{found.edition}, cards of {found.faction[model.id]}", {})
        if model.commander != (len(model.deck) == 3) or (model.deck and not model.commander):
            where.fail(model.id, "deck", "a Commander has exactly three Tactics cards, other cards have none")
        for card in model.deck:
            if card not in found.tactics or found.tactics[card].commander != model.id:
                where.fail(model.id, "deck", f"'{card}' is not a Tactics card of this Commander")
        for field in ("requires", "forbids", "holds", "free_here", "first_free_with", "cheaper_with", "joins"):
            named = getattr(model, field, None) or ()
            for person in (named,) if isinstance(named, Person) else named:
                if (person.name, person.title) not in names:
                    where.fail(model.id, field, f"no card is named {person.name} {person.title or ''}".rstrip())
    for faction in FACTIONS:
        common = [id for id, card in found.tactics.items() if card.commander is None and found.faction[id] == faction]
        if len(common) != 7:
            where = DataFile(f"{found.edition}, cards of {faction}", {})
            where.fail("tactics", "commander", f"{len(common)} Tactics cards have none; a faction must have seven")


def _cards(
    file: DataFile, key: str, into: type[Card], where: dict[str, Card], faction: Faction, found: Components
) -> tuple[Card, ...]:
    read = file.entries(key, into, needed=False)
    for card in read:
        if card.id in found.faction:
            file.fail(card.id, "id", "is already the id of another card")
        where[card.id] = card
        found.faction[card.id] = faction
    return read


def _check_abilities(file: DataFile, card: str, abilities: tuple[str, ...], found: Components) -> None:
    for ability in abilities:
        file.one_of(card, "abilities", ability, found.abilities)


def _ranks(unit: Unit) -> int:
    return unit.ranks or {"infantry": 3, "cavalry": 2}.get(unit.tray, 1)
