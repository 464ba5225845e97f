"""The pieces and cards of the game: units with their command tools, upgrades, dice, tokens, morale cards."""

from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from banneret.games.runewars.content.datafile import DataFile
from banneret.text.rules_index import Provenance

Faction: TypeAlias = Literal["daqan-lords", "waiqar-the-undying", "latari-elves", "uthuk-yllan"]
UnitType: TypeAlias = Literal["infantry", "cavalry", "siege"]
Slot: TypeAlias = Literal["artifact", "champion", "equipment", "heavy", "heraldry", "music", "training", "unique"]
Stance: TypeAlias = Literal["blue", "green", "red", "yellow", "white"]
Action: TypeAlias = Literal["march", "shift", "reform", "melee-attack", "ranged-attack", "rally", "skill"]
Modifier: TypeAlias = Literal["turn", "wheel", "charge", "turning-charge", "defend", "enhancement", "bonus-action"]
DieId: TypeAlias = Literal["red", "blue", "white"]
Icon: TypeAlias = Literal["hit", "surge", "mortal-strike", "accuracy", "morale"]
Rune: TypeAlias = Literal["stable", "unstable", "natural"]
Bane: TypeAlias = Literal["blight", "immobilize", "panic", "stun"]
MoraleType: TypeAlias = Literal["doubt", "fear", "confusion"]
Keyword: TypeAlias = Literal[
    "brutal",
    "impact",
    "lethal",
    "overgrow",
    "precise",
    "protected",
    "protector",
    "regenerate",
    "resilient",
    "scout",
    "steadfast",
]
Timing: TypeAlias = Literal[
    "after-being-charged",
    "after-command-phase",
    "after-defending-melee",
    "after-engaged-enemy-destroyed",
    "after-mana-cast",
    "after-march-or-shift",
    "after-melee",
    "after-melee-or-ranged",
    "after-morale-card",
    "after-morale-test",
    "after-own-activation",
    "after-own-melee-attack",
    "after-reform",
    "after-shift",
    "after-skill",
    "after-wound",
    "ally-attack",
    "army-building",
    "before-deployment",
    "before-end-phase",
    "before-or-after-own-activation",
    "before-own-activation",
    "before-revealing-command-tool",
    "deployment",
    "during-march-or-shift",
    "march",
    "melee",
    "melee-after-rerolls",
    "melee-or-ranged",
    "melee-or-ranged-surge",
    "melee-surge",
    "on-collision",
    "on-collision-either-way",
    "on-initiative-call",
    "on-morale-test",
    "on-reveal",
    "passive",
    "ranged",
    "ranged-surge",
    "ranged-unique-surge",
    "replacement",
    "skill",
    "start-of-end-phase",
    "start-of-round",
    "when-performing-march",
    "when-performing-shift",
    "when-performing-speed-3-march",
    "while-defending",
    "while-defending-before-attacker-rerolls",
    "while-moving",
]

FACTIONS: Final[tuple[Faction, ...]] = get_args(Faction)
SECTORS: Final = 8
"""The number of sectors on a dial."""

Text = Annotated[str, Meta(min_length=1)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
_Runes = Annotated[str, Meta(pattern=r"^(([1-9]\+)?(stable|unstable|natural)|revealed-morale-icons)$")]
Amount: TypeAlias = int | _Runes
"""A number, or the number of active runes of a kind, such as "stable", with "1+" before it for one more.

One card uses the icons of a revealed morale card instead.
"""

_WITHOUT_VALUE: Final = ("protector", "scout")
_MOVES: Final = ("march", "shift")
_TEMPLATES: Final = ("turn", "wheel", "charge", "turning-charge")
_OF_MODIFIER: Final[Mapping[str, str]] = {"defend": "defend", "enhancement": "icons", "bonus-action": "action"}


class KeywordOf(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A keyword of a card with its value, or with the morale card types or `banes` it is `against`."""

    keyword: Keyword
    value: Amount | None = None
    against: tuple[MoraleType, ...] = ()
    banes: tuple[Bane, ...] = ()


class DiceByRune(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice of a colour, one for each active rune of a kind."""

    die: DieId
    rune: Rune


class AttackProfile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack profile: its type and its dice."""

    kind: Literal["melee", "ranged"]
    dice: tuple[DieId, ...] = ()
    by_rune: DiceByRune | None = None


class Ability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability: its timing, its text and, if it costs surges, their number (`variable`: that number or more).

    `once`: at most once per attack. An ability that is on several cards has one id.
    """

    id: Id
    timing: Timing
    text: Text
    cost: Positive | None = None
    variable: bool = False
    once: bool = False


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a cost table: width and depth in trays, cost in points, and upgrade icons."""

    files: Positive
    ranks: Positive
    cost: Positive
    slots: tuple[Slot, ...] = ()

    @property
    def trays(self) -> int:
        return self.files * self.ranks

    @property
    def formation(self) -> str:
        """Return width and depth: "3x2"."""
        return f"{self.files}x{self.ranks}"


class ActionSector(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sector of an action dial; without an action it is blank."""

    action: Action | None = None
    initiative: Annotated[int, Meta(ge=1, le=10)] | None = None
    speed: Amount | None = None
    stance: Stance | None = None


class ModifierSector(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sector of a modifier dial; without a modifier it is blank.

    `speed` is what a movement modifier adds to the speed, or the speed of a bonus action.
    """

    modifier: Modifier | None = None
    speed: Amount | None = None
    defend: Amount | None = None
    icons: tuple[Icon, ...] = ()
    action: Action | None = None
    stance: Stance | None = None


class Brings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of another faction that an army may include once; it is not unique."""

    factions: Annotated[tuple[Faction, ...], Meta(min_length=1)]
    types: Annotated[tuple[UnitType, ...], Meta(min_length=1)]


class Extra(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An additional upgrade for each unit of a faction and type: one of that faction with a word in its name."""

    faction: Faction
    type: UnitType
    upgrade: Text


class Unit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit: its card, its cost table, and its command tool (no sectors: it is unknown).

    `figures` is their number on each of its trays, and each takes `wounds`. `army` is its ability for army building or
    setup; `brings`, `next_row` (every unit of the army has the icons of the next more expensive row) and `extra` are
    the parts of it that a list needs. `other_side`: the unit it may turn into. `assumed`: the command tool is this
    project's own.
    """

    id: Id
    name: Text
    type: UnitType
    unique: bool = False
    figures: Annotated[int, Meta(ge=1, le=4)]
    defense: Amount
    wounds: Positive
    provenance: Provenance
    note: Text | None = None
    other_side: Id | None = None
    attacks: Annotated[tuple[AttackProfile, ...], Meta(min_length=1)]
    keywords: tuple[KeywordOf, ...] = ()
    abilities: tuple[Ability, ...] = ()
    army: Text | None = None
    brings: Brings | None = None
    next_row: bool = False
    extra: Extra | None = None
    rows: Annotated[tuple[Row, ...], Meta(min_length=1)]
    actions: tuple[ActionSector, ...] = ()
    modifiers: tuple[ModifierSector, ...] = ()
    assumed: bool = False

    @property
    def has_dials(self) -> bool:
        """Whether the command tool is known, as opposed to assumed by this project."""
        return bool(self.actions) and not self.assumed


class Figure(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figure of an upgrade; a `heavy` figure fills a tray, of the front rank or, if `behind`, of the back rank."""

    defense: Amount
    wounds: Positive
    heavy: bool = False
    behind: bool = False


class Upgrade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An upgrade card, for a unit of that `type`, or `only` for these units; `gap`: what is unknown about it.

    `unplayed` is the reason if it is not played: it concerns "overgrown" terrain, or "units" that are not played.
    """

    id: Id
    name: Text
    slot: Slot
    cost: Count | None = None
    type: UnitType | None = None
    only: tuple[Id, ...] = ()
    unique: bool = False
    figure: Figure | None = None
    timing: tuple[Timing, ...] = ()
    text: Text | None = None
    surge: Positive | None = None
    variable: bool = False
    exhaust: bool = False
    keywords: tuple[KeywordOf, ...] = ()
    adds_slot: Slot | None = None
    gap: tuple[Literal["cost", "figure", "text"], ...] = ()
    unplayed: Literal["overgrown", "units"] | None = None
    provenance: Provenance
    note: Text | None = None


class Die(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die, face by face."""

    id: DieId
    provenance: Provenance
    faces: Annotated[tuple[tuple[Icon, ...], ...], Meta(min_length=1)]


class ManaToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mana token: the active runes of each of its two sides."""

    id: Id
    provenance: Provenance
    sides: tuple[tuple[Rune, ...], tuple[Rune, ...]]


class Token(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A boon or a bane, and the effect of spending it."""

    id: Literal["inspiration", "vitality", "blight", "immobilize", "panic", "stun"]
    kind: Literal["boon", "bane"]
    provenance: Provenance
    text: Text


class Condition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that effects give to a unit."""

    id: Id
    name: Text
    unique: bool = False
    provenance: Provenance
    text: Text


class MoraleCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of morale card; `count` is its number in the deck."""

    id: Id
    name: Text
    type: MoraleType
    icons: Annotated[int, Meta(ge=1, le=3)]
    count: Positive
    provenance: Provenance
    note: Text | None = None
    text: Text


class AssumedUnit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """This project's command tool for a unit whose own is unknown."""

    id: Id
    provenance: Literal["project"]
    note: Text
    actions: tuple[ActionSector, ...]
    modifiers: tuple[ModifierSector, ...]


class AssumedUpgrade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What this project assumes about an upgrade: its figure, or that its units can be played."""

    id: Id
    provenance: Literal["project"]
    note: Text | None = None
    figure: Figure | None = None


class Components:
    """All cards and pieces, by id."""

    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.upgrades: dict[str, Upgrade] = {}
        self.faction: dict[str, Faction | None] = {}
        """The faction of each unit and upgrade; None for an upgrade of any faction."""
        self.dice: dict[str, Die] = {}
        self.mana: dict[str, ManaToken] = {}
        self.tokens: dict[str, Token] = {}
        self.assumed: set[str] = set()
        """Units and upgrades that are played with this project's values if a list or a match allows it."""
        self.conditions: dict[str, Condition] = {}
        self.morale: dict[str, MoraleCard] = {}

    @cached_property
    def persons(self) -> dict[str, str]:
        """The name of the unit on the other side of a card, by the name on this side: both are one person."""
        return {
            self.units[unit.other_side].name: unit.name for unit in self.units.values() if unit.other_side is not None
        }

    def fielded(self, *, assumed: bool = False) -> tuple[Unit, ...]:
        """Return the units known well enough to play; `assumed` includes those with assumed command tools."""
        return tuple(unit for unit in self.units.values() if unit.has_dials or (assumed and unit.assumed))

    def playable(self, upgrade: Upgrade, *, assumed: bool = False) -> bool:
        """Whether an upgrade is known well enough to play; with `assumed`, assumed values count as known."""
        return (not upgrade.gap and upgrade.unplayed is None) or (assumed and upgrade.id in self.assumed)

    def deck(self) -> tuple[str, ...]:
        """Return the morale deck as card ids."""
        return tuple(card.id for card in self.morale.values() for _ in range(card.count))


@cache
def components() -> Components:
    """Return all of them. Raises `DataError` for a mistake in the data files, with its place."""
    found = Components()
    for faction in FACTIONS:
        read_units(DataFile.read(f"units/{faction}.toml"), faction, found)
    read_upgrades(DataFile.read("upgrades/any.toml"), None, found)
    for faction in FACTIONS:
        read_upgrades(DataFile.read(f"upgrades/{faction}.toml"), faction, found)
    read_assumed(DataFile.read("assumed.toml"), found)
    read_dice(DataFile.read("dice.toml"), found)
    read_tokens(DataFile.read("tokens.toml"), found)
    read_morale(DataFile.read("morale.toml"), found)
    conditions = DataFile.read("conditions.toml")
    conditions.keys("condition")
    found.conditions = {one.id: one for one in conditions.entries("condition", Condition)}
    return found


def read_units(file: DataFile, faction: Faction, found: Components) -> None:
    """Add the units of a faction. Raises `DataError`."""
    file.keys("unit")
    for unit in file.entries("unit", Unit):
        _take(file, unit.id, faction, found)
        found.units[unit.id] = unit
        _check_keywords(file, unit.id, unit.keywords)
        _check_rows(file, unit)
        _check_dials(file, unit)
        for profile in unit.attacks:
            if not profile.dice and profile.by_rune is None:
                file.fail(unit.id, "attacks", f"the {profile.kind} attack has no dice")
        for ability in unit.abilities:
            if (ability.cost is not None) != ability.timing.endswith("-surge"):
                file.fail(
                    unit.id,
                    "abilities",
                    f"{ability.timing}: a surge ability must have a cost in surges, and no other ability may",
                )
        if (unit.brings or unit.next_row or unit.extra) and unit.army is None:
            file.fail(unit.id, "army", "is missing, but the unit changes how armies are built")
    for unit in found.units.values():
        if found.faction[unit.id] == faction and unit.other_side is not None:
            file.one_of(unit.id, "other_side", unit.other_side, found.units)


def read_upgrades(file: DataFile, faction: Faction | None, found: Components) -> None:
    """Add the upgrades of a faction, or those of any faction. Raises `DataError`."""
    file.keys("upgrade")
    for upgrade in file.entries("upgrade", Upgrade):
        _take(file, upgrade.id, faction, found)
        found.upgrades[upgrade.id] = upgrade
        _check_keywords(file, upgrade.id, upgrade.keywords)
        for unit in upgrade.only:
            file.one_of(upgrade.id, "only", unit, found.units)
        if (upgrade.cost is None) != ("cost" in upgrade.gap):
            file.fail(upgrade.id, "cost", "must either be given or be in `gap`")
        if (upgrade.text is None) != ("text" in upgrade.gap):
            file.fail(upgrade.id, "text", "must either be given or be in `gap`")
        if upgrade.figure is not None and "figure" in upgrade.gap:
            file.fail(upgrade.id, "figure", "is given, and in `gap` too")
        if (upgrade.slot == "heavy") != (upgrade.figure is not None and upgrade.figure.heavy):
            file.fail(upgrade.id, "figure", "must be heavy for an upgrade of the slot 'heavy', and for no other")
        if upgrade.surge is not None and not any(timing.endswith("surge") for timing in upgrade.timing):
            file.fail(upgrade.id, "surge", "is given, but no timing is a surge timing")


def read_assumed(file: DataFile, found: Components) -> None:
    """Add this project's assumptions about cards that are not fully known. Raises `DataError`."""
    file.keys("unit", "upgrade")
    for tool in file.entries("unit", AssumedUnit):
        file.one_of(tool.id, "id", tool.id, [unit.id for unit in found.units.values() if not unit.actions])
        unit = replace(found.units[tool.id], actions=tool.actions, modifiers=tool.modifiers, assumed=True)
        _check_dials(file, unit)
        found.units[tool.id] = unit
        found.assumed.add(tool.id)
    for card in file.entries("upgrade", AssumedUpgrade):
        upgrades = [one.id for one in found.upgrades.values() if one.gap or one.unplayed is not None]
        file.one_of(card.id, "id", card.id, upgrades)
        if card.figure is not None:
            found.upgrades[card.id] = replace(found.upgrades[card.id], figure=card.figure)
        found.assumed.add(card.id)


def read_dice(file: DataFile, found: Components) -> None:
    """Read the dice. Raises `DataError`."""
    file.keys("die")
    found.dice = {die.id: die for die in file.entries("die", Die)}
    for id in get_args(DieId):
        if id not in found.dice:
            file.fail(id, "id", "is missing")


def read_tokens(file: DataFile, found: Components) -> None:
    """Read mana tokens, boons and banes. Raises `DataError`."""
    file.keys("mana", "token")
    found.mana = {token.id: token for token in file.entries("mana", ManaToken)}
    found.tokens = {token.id: token for token in file.entries("token", Token)}
    for token in found.tokens.values():
        if (token.kind == "bane") != (token.id in get_args(Bane)):
            file.fail(token.id, "kind", f"is not a {token.kind}")


def read_morale(file: DataFile, found: Components) -> None:
    """Read the morale cards. Raises `DataError`."""
    file.keys("card")
    found.morale = {card.id: card for card in file.entries("card", MoraleCard)}


def _take(file: DataFile, id: str, faction: Faction | None, found: Components) -> None:
    if id in found.faction:
        file.fail(id, "id", "is the id of another card too")
    found.faction[id] = faction


def _check_keywords(file: DataFile, card: str, keywords: tuple[KeywordOf, ...]) -> None:
    for one in keywords:
        if (one.keyword == "steadfast") != bool(one.against):
            file.fail(
                card, "keywords", f"{one.keyword}: only steadfast is against types of morale card, and it must be"
            )
        if (one.keyword == "resilient") != bool(one.banes):
            file.fail(card, "keywords", f"{one.keyword}: only resilient is against banes, and it must be")
        if (one.value is None) != (one.keyword in (*_WITHOUT_VALUE, "resilient", "steadfast")):
            file.fail(card, "keywords", f"{one.keyword}: has a value it should not have, or lacks one")


def _check_rows(file: DataFile, unit: Unit) -> None:
    trays = [row.trays for row in unit.rows]
    costs = [row.cost for row in unit.rows]
    if trays != sorted(trays) or costs != sorted(costs):
        file.fail(unit.id, "rows", "are not in the order of trays and costs")
    seen = Counter((row.formation, row.slots) for row in unit.rows)
    for (formation, _), times in seen.items():
        if times > 1:
            file.fail(unit.id, "rows", f"{formation} is listed twice with the same icons")
    if unit.unique and trays != [1]:
        file.fail(unit.id, "rows", "a unique unit must have one tray")


def _check_dials(file: DataFile, unit: Unit) -> None:
    for field, sectors in (("actions", unit.actions), ("modifiers", unit.modifiers)):
        if len(sectors) not in (0, SECTORS):
            file.fail(unit.id, field, f"a dial must have {SECTORS} sectors, not {len(sectors)}")
    if bool(unit.actions) != bool(unit.modifiers):
        file.fail(unit.id, "modifiers", "one of the two dials of the command tool is missing")
    for place, sector in enumerate(unit.actions, start=1):
        if (sector.initiative is None) != (sector.action is None) or (sector.stance is None) != (sector.action is None):
            file.fail(
                unit.id,
                "actions",
                f"sector {place}: an action must have an initiative and a stance, a blank sector neither",
            )
        if (sector.speed is not None) != (sector.action in _MOVES):
            file.fail(unit.id, "actions", f"sector {place}: march and shift must have a speed, and no other action may")
    for place, modifier in enumerate(unit.modifiers, start=1):
        _check_modifier(file, unit, place, modifier)


def _check_modifier(file: DataFile, unit: Unit, place: int, sector: ModifierSector) -> None:
    if (sector.stance is None) != (sector.modifier is None):
        file.fail(unit.id, "modifiers", f"sector {place}: a modifier must have a stance, a blank sector must not")
    wanted = _OF_MODIFIER.get(sector.modifier or "")
    for field in ("defend", "icons", "action"):
        if bool(getattr(sector, field)) != (field == wanted):
            file.fail(unit.id, "modifiers", f"sector {place}: {field}: does not fit '{sector.modifier or 'blank'}'")
    moves = sector.modifier in _TEMPLATES or sector.action in _MOVES
    if (sector.speed is not None) != moves:
        file.fail(unit.id, "modifiers", f"sector {place}: speed: does not fit '{sector.modifier or 'blank'}'")
