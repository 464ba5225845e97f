"""Positions staged for what seldom happens in matches and duels: all is ready for it; dice and answers decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from banneret.games.icefire.content.components import Faction, components
from banneret.games.icefire.content.editions import Edition
from banneret.games.icefire.modes.clash_of_kings_2021 import FELL
from banneret.games.icefire.modes.missions import ACTIVE, GONE, RESERVE, mission
from banneret.games.icefire.modes.siege.storm_of_swords import WAITING
from banneret.games.icefire.rules.movement.reserve import OUTFLANKING, keep_back
from banneret.games.icefire.state import NO_UNIT, Attached, Effect, State
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.stream import derive_key
from tests.games.icefire.scene import BERSERKERS, BOOKS, CROSSBOWMEN, GREYWIND, HALBERDIERS, OUTRIDERS, laid
from tests.games.icefire.siege_scene import besieged

RED_CLOAKS: Final = "10111"
ROBB, JAIME, ROOSE, JOKIN = "20201", "20115", "20415", "20424"
FOE: Final = f"b {CROSSBOWMEN} 24 24.8 180"
RAIDERS: Final = f"b {BERSERKERS} 24 24.8 180 |"
BETWEEN: Final = f"b {BERSERKERS} 27 24.8 180 |"
"""Flush against the fronts of two units, at 24 and at 30 inches."""
AWAY: Final = f"b {CROSSBOWMEN} 42 40 180"
ACROSS: Final = f"b {CROSSBOWMEN} 24 29.8 180"
"""Five inches before the front of a unit in the middle."""
BOG: Final = {"terrain": ["bog 24 24.9 0"]}
BANNERS: Final = [[12_700, 35_300], [35_300, 35_300], [35_300, 12_700], [12_700, 12_700]]
HELD: Final[Mapping[str, Any]] = {"tokens": [[24_000, 24_000]], "claims": [0], "token_cards": [0], "round": 2}
"""An objective in the center, claimed by the first unit."""
CONTESTED: Final = (
    f"a {GREYWIND} 24 24 0 |",
    f"b {CROSSBOWMEN} 24 27.78 180 | {JAIME}",
    f"a {HALBERDIERS} 40 5 0 | {ROBB}",
)
"""A solo unit that holds the center, engaged by an enemy."""
CLASH: Final[Mapping[str, Any]] = {"options": {"mode": "clash-of-kings"}}
POWERS: Final = {"powers": [-1] * 5, FELL: [0, 0], "began-a1": [int(ROBB)], "began-b1": [int(JAIME)]}
"""What A Clash of Kings keeps: nobody has one of its cards, and no Commander has fallen."""
WINGS: Final[Mapping[str, Any]] = {
    "options": {"mode": "dark-wings"},
    "marks": {ACTIVE: [1, 2], RESERVE: [3, 4], GONE: []},
    "missions": {"cards": [mission(number) for number in range(5, 10)], "known": [0] * 5},
}
"""What Dark Wings, Dark Words keeps: two missions lie open, and two in reserve."""


def mine(more: str = "", card: str = HALBERDIERS, x: float = 24) -> str:
    """Return a unit of the first player's, its front at the middle of the table."""
    return f"a {card} {x} 20 0 | {more}"


class Staged(NamedTuple):
    """A position: its units and non-combat units as `laid` reads them, and whose turn it is.

    `action`: by which action it happens, if any is wanted. `influences`: the unit that the first non-combat unit
    influences. `card`: in the first player's hand, or with `lies_on` on that unit. `fallen`: units that have
    been destroyed. `effects`: what has been left on units before. `waits`: why the first unit is in reserve. `siege`:
    the first player's Siege Strategy cards; its castle walls are down, so that none of them shoots.
    """

    units: Sequence[str]
    ncus: Sequence[str] = ()
    turn: str = "a"
    action: str = ""
    influences: int = NO_UNIT
    card: str = ""
    lies_on: int = NO_UNIT
    leader: str = ROBB
    tokens: Mapping[str, int] = {}
    fallen: Sequence[int] = ()
    effects: Sequence[Effect] = ()
    waits: str = ""
    siege: Sequence[str] = ()
    seats: int = 2
    more: Mapping[str, Any] = {}


STAGED: Final[Mapping[str, Staged]] = {
    "told objective-destroyed": Staged(
        (f"a {BERSERKERS} 12.7 35.3 0 | {ROBB}", f"b {CROSSBOWMEN} 24 38 180 | {JAIME}"),
        action="destroy",
        more={
            "options": {"mode": "banners-and-butchery"},
            "tokens": BANNERS,
            "token_cards": [0] * 4,
            "claims": [0, -1, -1, -1],
            "round": 2,
        },
    ),
    "told eliminated": Staged(
        (mine(ROBB, BERSERKERS), f"{FOE} | 1 vulnerable", f"c {CROSSBOWMEN} 40 40 180 |"), action="melee", seats=3
    ),
    "ability vengeance-of-the-crown attack-end": Staged(
        (mine("20111"), RAIDERS), ["a 30102 crown"], turn="b", action="melee"
    ),
    "ability jokins-protector attack-end": Staged(
        (mine("20426"), mine("20427", x=30), BETWEEN), turn="b", action="melee"
    ),
    "ability brans-protector attack-end": Staged(
        (mine("20207"), "a 10207 29 21.02 0 |", BETWEEN), turn="b", action="melee"
    ),
    "ability hodor-thrice charge-rolled": Staged((mine("20207"), RAIDERS), action="retreat"),
    "ability knightly-vow charge-rolled": Staged(
        (mine("20406"), f"b {CROSSBOWMEN} 24 30 180"), more={"step": "round-start"}
    ),
    "ability jojens-greensight charge-rolled": Staged(
        (mine("20217"), f"b {CROSSBOWMEN} 24 30 180"), action="charge-dice"
    ),
    "shape raiders-of-the-free-cities": Staged((mine(card="10414"), RAIDERS), action="melee", tokens={"pillage": 2}),
    "attachment 20122": Staged((mine("20122"), FOE)),
    "flag no-objectives war-elephant": Staged(
        ("a 10413 24 20 0", f"b {CROSSBOWMEN} 24 44 180"),
        action="maneuver",
        more={"tokens": [[24_000, 21_000], [24_000, 24_000], [24_000, 18_000]], "round": 2},
    ),
    "ability might-of-the-throne-kevan-lannister zone-claimed": Staged(
        (mine("20130"), RAIDERS), ["a 30102"], action="crown"
    ),
    "card 40232 destroyed": Staged(
        (mine("2 vulnerable"), RAIDERS), turn="b", action="melee", card="40232", lies_on=0, leader="20229"
    ),
    "number panic-wounds 30106": Staged(
        (mine(), f"{FOE} | 9 panicked vulnerable"), ["a 30106"], action="melee", influences=1
    ),
    "flag ignores-hindering pathfinder": Staged((mine("20223"), ACROSS), action="charge", more=BOG),
    "flag ignores-hindering greensight-charge": Staged(
        (mine(), ACROSS), effects=(Effect("greensight-charge", 0, 0, "turn"),), more=BOG
    ),
    "flag all-hinders lost-in-the-neck": Staged(
        (mine(), ACROSS), effects=(Effect("lost-in-the-neck", 0, 1, "round"),), more=BOG
    ),
    "effect fury-for-the-fallen charge-rolled": Staged(
        (mine(), ACROSS), effects=(Effect("fury-for-the-fallen", 0, 0, "turn"),)
    ),
    "shape fury-for-the-fallen": Staged(
        (mine(), RAIDERS), action="melee", effects=(Effect("fury-for-the-fallen", 0, 0, "turn"),)
    ),
    "effect wolfs-cunning charged": Staged(
        (mine(), f"b {CROSSBOWMEN} 24 29.8 90"), effects=(Effect("wolfs-cunning", 0, 0, "match"),)
    ),
    "card 40215 test-failed": Staged(
        (mine("8 panicked vulnerable"), RAIDERS), turn="b", action="melee", card="40215", lies_on=0, leader="20208"
    ),
    "flag counts-as-Golden Company affiliation-golden-company": Staged(
        (mine("20418"), "a 10413 34 20 0", f"b {CROSSBOWMEN} 24 44 180"), action="maneuver"
    ),
    "flag counts-as-Jokin jokins-vassal": Staged(
        (mine("20425"), mine("20427", x=30), BETWEEN), turn="b", action="melee"
    ),
    "flag counts-as-House Tully affiliation-house-tully": Staged(
        (mine("20209 9 panicked vulnerable"), RAIDERS),
        turn="b",
        action="melee",
        card="40215",
        lies_on=0,
        leader="20208",
    ),
    "shape 40218": Staged((mine(), RAIDERS), action="melee", card="40218", lies_on=0, leader="20210"),
    "number morale 40218": Staged(
        (mine("9 vulnerable"), RAIDERS), turn="b", action="melee", card="40218", lies_on=0, leader="20210"
    ),
    "effect sally charge-rolled": Staged((mine(), ACROSS), effects=(Effect("sally", 0, 0, "turn"),)),
    "number panic-wounds fearless-avarice": Staged(
        (mine("panicked", RED_CLOAKS), RAIDERS), ["a 30102 wealth"], turn="b", action="melee"
    ),
    "card 40215 test-passed": Staged(
        (mine(), RAIDERS), turn="b", action="melee", card="40215", lies_on=0, leader="20208"
    ),
    "shape 40420": Staged(
        (mine("20424", "10406"), mine(x=32), RAIDERS), action="melee", card="40420", lies_on=0, leader=JOKIN
    ),
    "siege card sally": Staged((mine(ROBB), AWAY), waits=WAITING, siege=["sally"], more={"round": 3}),
    "effect outflanking round-start": Staged(
        (mine("20214", OUTRIDERS), AWAY), turn="b", waits=OUTFLANKING, more={"step": "round-start", "round": 2}
    ),
    "shape objective-6": Staged(
        (mine(ROBB, BERSERKERS), f"{FOE} | {JAIME}"),
        action="melee",
        more={"tokens": [[24_000, 20_000]], "claims": [0], "token_cards": [6], "round": 2},
    ),
    "effect taunted attack-dice": Staged(
        (mine(), mine(x=30), BETWEEN), turn="b", action="melee", effects=(Effect("taunted", 2, 0, "turn", 0),)
    ),
    "ability interrogate attack-end": Staged((mine("20419"), f"{FOE} | 1 vulnerable", AWAY), action="melee"),
    "ability names-on-the-list attack-dice": Staged(
        (mine("20420"), f"{FOE} | 20105"), action="melee", tokens={"order": 1}
    ),
    "ncu 30103 test-failed": Staged(
        (mine("6"), f"{FOE} | 9 panicked vulnerable"), ["a 30103"], action="melee", influences=1
    ),
    "ncu 30207 attack-dice": Staged((mine(), RAIDERS), ["a 30207"], turn="b", action="melee", influences=1),
    "ncu 30208 targeted": Staged((mine("7 panicked"), FOE), ["a 30208", "a 30101", "a 30102"], influences=0),
    "ncu 30209 test-dice": Staged(
        (mine(f"{ROBB} 10"), mine(x=8), mine(x=40), RAIDERS),
        ["a 30209"],
        turn="b",
        action="melee",
        influences=0,
        fallen=(1, 2),
    ),
    "lost a-man-freed-a-name-owed": Staged(
        (mine("20221 2 vulnerable"), mine(x=40), RAIDERS, AWAY), turn="b", action="melee"
    ),
    "lost valuable-captive-rickon-stark": Staged((mine("20219 2 vulnerable"), RAIDERS), turn="b", action="melee"),
    "card 40115 activation": Staged((mine("20104"), RAIDERS), turn="b", card="40115", lies_on=1, leader="20104"),
    "card 40420 test-failed": Staged(
        (mine("20424 10 panicked", "10406"), RAIDERS), turn="b", action="melee", card="40420", lies_on=0, leader=JOKIN
    ),
    "card 40412 0": Staged(
        (mine(f"{ROOSE} 8"), f"{FOE} | 9 panicked vulnerable"), action="melee", card="40412", leader=ROOSE
    ),
    "order order-spread-fear": Staged(
        (mine("20408"), f"{FOE} | 9 panicked vulnerable", f"b {CROSSBOWMEN} 34 24.8 180"), action="melee"
    ),
    "order order-overwatch": Staged(
        (mine("20212", CROSSBOWMEN), f"b {HALBERDIERS} 20 32 180", f"b {HALBERDIERS} 30 32 180"),
        turn="b",
        action="march",
    ),
    "order order-overrun": Staged((mine("20202"), f"{FOE} | 1 vulnerable", AWAY), action="melee"),
    "icefire:clash-of-kings.14": Staged(
        (mine(ROBB, BERSERKERS), f"{FOE} | {JAIME} 2 vulnerable", f"{AWAY} |"),
        action="melee",
        more={**CLASH, "tokens": [], "marks": POWERS},
    ),
    "icefire:clash-of-kings-2021.5": Staged(CONTESTED, turn="b", more={**CLASH, **HELD, "marks": POWERS}),
    "icefire:dance-with-dragons.10": Staged(
        (mine(ROBB), AWAY),
        action="maneuver",
        more={
            "options": {"mode": "dance-with-dragons"},
            "tokens": [[24_000, 20_000], [24_000, 23_000], [41_300, 24_000]],
            "token_cards": [0] * 3,
            "claims": [0, -1, -1],
        },
    ),
    "icefire:dark-wings-2021.1": Staged(CONTESTED, turn="b", more={**WINGS, **HELD}),
    "icefire:objective.2": Staged(
        (mine(f"{ROBB} activated"), AWAY),
        turn="b",
        more={"tokens": [[24_000, 20_000]], "claims": [0], "token_cards": [2], "round": 2},
    ),
    "icefire:storm-of-swords.8": Staged(
        (mine(ROBB, BERSERKERS), f"{FOE} | 1 vulnerable", f"{AWAY} | {JAIME}"), action="melee", siege=["hold-the-line"]
    ),
    "icefire:storm-of-swords.13": Staged(
        (mine(ROBB), f"{AWAY} | {JAIME}", f"b {CROSSBOWMEN} 30 40 180 |"),
        siege=["hold-the-line"],
        fallen=[1],
        more={"step": "round-start", "round": 2},
    ),
}
"""Each by what it is that happens, or by the sentence of a mode that is carried out."""
SENTENCES: Final[Mapping[str, str]] = {
    "icefire:banners-and-butchery.14": "told objective-destroyed",
    "icefire:banners-and-butchery.16": "told objective-destroyed",
    "icefire:clash-of-kings.14": "icefire:clash-of-kings.14",
    "icefire:clash-of-kings-2021.5": "icefire:clash-of-kings-2021.5",
    "icefire:clash-of-kings-2021.7": "icefire:clash-of-kings.14",
    "icefire:castle-wall.4": "told wall-destroyed",
    "icefire:castle-wall.6": "told wall-destroyed",
    "icefire:dance-with-dragons.10": "icefire:dance-with-dragons.10",
    "icefire:dark-wings-2021.1": "icefire:dark-wings-2021.1",
    "icefire:objective.2": "icefire:objective.2",
    "icefire:objective.5": "number hand objective-5",
    "icefire:objective.6": "shape objective-6",
    "icefire:siege.10": "siege card battering-rams",
    "icefire:siege.12": "siege card fire-arrows",
    "icefire:siege.13": "siege card shored-up",
    "icefire:storm-of-swords.8": "icefire:storm-of-swords.8",
    "icefire:storm-of-swords.13": "icefire:storm-of-swords.13",
}
"""Sentences of modes that matches show seldom or never: by the positions in which they are carried out."""


def staged(edition: Edition, effect: str, turn: int) -> Match[Any]:
    """Return the position in which an effect is about to happen; each `turn` with other dice."""
    plan = STAGED[effect]
    leaders = {"a": plan.leader, "b": JAIME, "c": ROBB}
    found = components(edition)
    factions: list[Faction] = [found.faction[leader] for leader in leaders.values()][: plan.seats]
    decks = {player: [*found.deck(found.faction[leader], leader)] for player, leader in leaders.items()}
    hands: dict[str, list[str]] = {player: [] for player in leaders}
    if plan.card:
        decks["a"].remove(plan.card)
    if plan.card and plan.lies_on == NO_UNIT:
        hands["a"] = [plan.card]
    hands["b"] = [decks["b"].pop()]
    lay = partial(besieged, walls=(0, 0, 0), siege=(plan.siege, ())) if plan.siege else partial(laid, seats=plan.seats)
    state = lay(
        *plan.units, edition=edition, ncus=plan.ncus, turn=plan.turn, hands=hands, decks=decks,
        factions=factions, commanders=[*leaders.values()][: plan.seats],
        key=derive_key("staged", edition, effect, turn).hex(), **plan.more,
    )  # fmt: skip  # several to a line
    _prepare(state, plan)
    return Match(BOOKS[edition], Origin(plan.seats, {}, None, state))


def _prepare(state: State, plan: Staged) -> None:
    if plan.influences != NO_UNIT:
        state.influence[0] = plan.influences
        state.ncu_activated[0] = True
    if plan.lies_on != NO_UNIT:
        state.attached = (*state.attached, Attached(plan.card, plan.lies_on, 0))
    state.counters[0].update(plan.tokens)
    state.effects = (*state.effects, *plan.effects)
    if plan.waits:
        keep_back(state, 0, plan.waits)
    for unit in plan.fallen:
        state.health[unit], state.pose[unit] = 0, None
