"""The branches outside of combat: Westeros cards, wildling cards, orders, control, ports, the end of the match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from banneret.games.thrones.actions import (
    DropRaid,
    GainPower,
    LeaveOnTop,
    LeavePower,
    LiftOrder,
    MusterOrder,
    PutUnder,
    Raid,
    Ready,
)
from banneret.games.thrones.content.board import ADJACENT_SETS, AREA, HOME_OF, KIND, LAND, PORT, POWER, SEA, SEA_OF
from banneret.games.thrones.content.components import ORDERS, SPECIAL_CONSOLIDATE_POWER
from banneret.games.thrones.events.action import (
    ControlSecured,
    HomeRegained,
    Marched,
    MarchStayed,
    MatchWon,
    MusteredByOrder,
    NeutralBeaten,
    NeutralTooStrong,
    OrderExchanged,
    OrderRemoved,
    OrdersAreShort,
    OrdersCleared,
    OrdersPlaced,
    OrdersRevealed,
    Pillaged,
    PortCaptured,
    PortLost,
    PowerConsolidated,
    PowerReturned,
    RaidDropped,
    Raided,
    RavenUnused,
    RoundBegan,
    TenRoundsPlayed,
    WildlingsReturned,
    WildlingsSeen,
)
from banneret.games.thrones.events.westeros import (
    BidderNamed,
    BidReturned,
    BidsShown,
    CardsRecovered,
    DeckReshuffled,
    EffectChosen,
    HandReduced,
    OrdersBanned,
    PowerCollected,
    PowerLost,
    SupplyMoved,
    TieSettled,
    TrackMoved,
    TrackSettled,
    UnitExchanged,
    UnitLost,
    UnitMustered,
    UnitUpgraded,
    WesterosCard,
    WesterosRevealed,
    WildlingBids,
    WildlingCardRevealed,
    WildlingMarkerMoved,
    WildlingsAttack,
)
from banneret.games.thrones.rules.control import fortified, land_areas
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.state import NOBODY
from banneret.kernel.questions import Done, Pass
from tests.games.thrones.watching import Effect, Story, always

When = Callable[[Any, Story], bool]


def _passed(action: Any, _: Story) -> bool:
    return isinstance(action, Pass)


def _by(rule: str) -> When:
    return lambda event, _: event.rule == rule


def _card(card: str, deck: int) -> When:
    return lambda event, _: (event.card, event.deck) == (card, deck)


def _chosen(card: str, effect: str) -> When:
    return lambda event, _: (event.card, event.effect) == (card, effect)


_PLAIN_CARDS: Final = (
    ("last-days-of-summer", 1),
    ("last-days-of-summer", 2),
    ("supply", 1),
    ("mustering", 1),
    ("a-throne-of-blades", 1),
    ("game-of-thrones", 2),
    ("dark-wings-dark-words", 2),
    ("clash-of-kings", 2),
    ("put-to-the-sword", 3),
    ("storm-of-swords", 3),
    ("rains-of-autumn", 3),
    ("sea-of-storms", 3),
    ("web-of-lies", 3),
    ("feast-for-crows", 3),
    ("wildlings-attack", 3),
)
_CHOICES: Final = (
    ("a-throne-of-blades", "supply"),
    ("a-throne-of-blades", "mustering"),
    ("a-throne-of-blades", "nothing"),
    ("dark-wings-dark-words", "clash-of-kings"),
    ("dark-wings-dark-words", "game-of-thrones"),
    ("dark-wings-dark-words", "nothing"),
    ("put-to-the-sword", "defense"),
    ("put-to-the-sword", "march-plus-one"),
    ("put-to-the-sword", "nothing"),
)


def _of_kind(unit: str) -> When:
    return lambda event, _: event.unit == unit


def _track(track: str) -> When:
    return lambda event, _: event.track == track


def _taken(track: str, number: int) -> When:
    """Return whether the dominance token of a track changes hands."""
    return lambda e, s: e.track == track and s.state.houses[s.tracks[number][0]] != e.houses[0]


def _supply_card(event: Any, _: Story) -> bool:
    return bool(event.rule == "thrones:supply.1")


_WESTEROS: Final = (
    Effect("round.begins", RoundBegan, always),
    Effect("westeros.revealed", WesterosRevealed, always),
    *(Effect(f"westeros.{card}.deck-{deck}", WesterosCard, _card(card, deck)) for card, deck in _PLAIN_CARDS),
    *(Effect(f"westeros.{card}.{effect}", EffectChosen, _chosen(card, effect)) for card, effect in _CHOICES),
    Effect("westeros.winter-is-coming.deck-1", DeckReshuffled, lambda e, _: e.deck == 1),
    Effect("westeros.winter-is-coming.deck-2", DeckReshuffled, lambda e, _: e.deck == 2),
    Effect("westeros.winter-is-coming.again", DeckReshuffled, lambda e, _: e.card == "winter-is-coming"),
    *(
        Effect(f"westeros.{card}.bans", OrdersBanned, _by(f"thrones:event.{card}"))
        for card in ("storm-of-swords", "rains-of-autumn", "sea-of-storms", "web-of-lies", "feast-for-crows")
    ),
    Effect("westeros.put-to-the-sword.bans", OrdersBanned, _by("thrones:event.put-to-the-sword")),
    Effect("westeros.supply.up", SupplyMoved, lambda e, s: _supply_card(e, s) and e.new > e.old),
    Effect("westeros.supply.down", SupplyMoved, lambda e, s: _supply_card(e, s) and e.new < e.old),
    Effect("westeros.supply.same", SupplyMoved, lambda e, s: _supply_card(e, s) and e.new == e.old),
    Effect("westeros.supply.top", SupplyMoved, lambda e, s: _supply_card(e, s) and e.new == 6),
    Effect("westeros.supply.losses", UnitLost, lambda e, s: e.rule == "thrones:supply.3" and not s.wildling),
    Effect("westeros.game-of-thrones.gains", PowerCollected, lambda e, _: e.gained > 0),
    Effect("westeros.game-of-thrones.nothing", PowerCollected, lambda e, _: e.tokens == 0),
    Effect("westeros.game-of-thrones.pool-empty", PowerCollected, lambda e, _: e.gained < e.tokens),
    *(Effect(f"mustering.{unit}", UnitMustered, _of_kind(unit)) for unit in ("footman", "knight", "siege-engine")),
    Effect("mustering.ship-in-port", UnitMustered, lambda e, _: KIND[AREA[e.place]] == PORT),
    Effect("mustering.ship-at-sea", UnitMustered, lambda e, _: KIND[AREA[e.place]] == SEA),
    Effect("mustering.upgrade-knight", UnitUpgraded, lambda e, _: e.unit == "knight"),
    Effect("mustering.upgrade-siege-engine", UnitUpgraded, lambda e, _: e.unit == "siege-engine"),
    Effect("mustering.stopped", "muster", lambda a, _: isinstance(a, Done)),
    *(Effect(f"clash.{track}", TrackSettled, _track(track)) for track in ("iron-throne", "fiefdoms", "kings-court")),
    *(
        Effect(f"clash.{track}-changes-hands", TrackSettled, _taken(track, number))
        for number, track in enumerate(("iron-throne", "fiefdoms", "kings-court"))
    ),
    Effect("clash.bids", BidsShown, lambda e, _: sum(e.bids.values()) > 0),
    Effect("clash.tie", TieSettled, always),
)


# Wildlings


def _hit(card: str, role: str, when: When = always) -> When:
    return lambda event, story: story.penalty(card, event.house, role) and when(event, story)


def _rewarded(card: str, when: When = always) -> When:
    return lambda event, story: story.reward(card) and when(event, story)


def _rule(card: str) -> str:
    return f"thrones:wildling.{card}"


def _lost_to(card: str, role: str) -> When:
    return _hit(card, role, lambda e, _: e.rule == _rule(card))


def _starved(card: str, role: str) -> When:
    return _hit(card, role, lambda e, _: e.rule == "thrones:supply.3")


def _shown(card: str, *, won: bool) -> When:
    return lambda event, story: event.card == card and story.nights_watch == won


def _on_track(card: str, role: str, track: str) -> When:
    return _hit(card, role, lambda e, _: e.track == track)


_CROWS, _RAID, _KING = "crow-killers", "preemptive-raid", "a-king-beyond-the-wall"
_MASSING, _SKINS, _HORDE, _MAMMOTHS = (
    "massing-on-the-milkwater",
    "skinchanger-scout",
    "the-horde-descends",
    "mammoth-riders",
)
_RATTLE = "rattleshirts-raiders"
_TRACK_IDS: Final = ("iron-throne", "fiefdoms", "kings-court")

_WILDLINGS: Final = (
    Effect("wildlings.marker-up", WildlingMarkerMoved, _by("thrones:westeros.3")),
    Effect("wildlings.marker-back", WildlingMarkerMoved, lambda e, _: e.rule == "thrones:wildlings.7" and e.threat > 0),
    Effect("wildlings.marker-reset", WildlingMarkerMoved, lambda e, _: e.threat == 0),
    Effect("wildlings.attack-at-twelve", WildlingsAttack, _by("thrones:wildlings.1")),
    Effect("wildlings.attack-by-card", WildlingsAttack, _by("thrones:wildlings.2")),
    Effect("wildlings.attack-at-zero", WildlingsAttack, lambda e, _: e.strength == 0),
    Effect("wildlings.nights-watch-wins", WildlingBids, lambda e, _: e.winner == "nights-watch"),
    Effect("wildlings.wildlings-win", WildlingBids, lambda e, _: e.winner == "wildlings"),
    Effect("wildlings.lowest-named", BidderNamed, lambda e, _: e.bidder == "lowest"),
    Effect("wildlings.highest-named", BidderNamed, lambda e, _: e.bidder == "highest"),
    Effect("wildlings.lowest-tied", "lowest-bidder", always),
    Effect("wildlings.highest-tied", "highest-bidder", always),
    Effect("wildling.silence-at-the-wall.lowest", WildlingCardRevealed, _shown("silence-at-the-wall", won=False)),
    Effect("wildling.silence-at-the-wall.others", WildlingCardRevealed, _shown("silence-at-the-wall", won=False)),
    Effect("wildling.silence-at-the-wall.highest", WildlingCardRevealed, _shown("silence-at-the-wall", won=True)),
    Effect("wildling.preemptive-raid.lowest.units", UnitLost, _lost_to(_RAID, "lowest")),
    Effect("wildling.preemptive-raid.lowest.track", TrackMoved, _hit(_RAID, "lowest")),
    Effect("wildling.preemptive-raid.lowest.tied-tracks", "best-track", always),
    Effect("wildling.preemptive-raid.others", WildlingCardRevealed, _shown(_RAID, won=False)),
    Effect("wildling.preemptive-raid.highest", WildlingsAttack, _by(_rule(_RAID))),
    Effect(
        "wildling.preemptive-raid.highest.second-won",
        WildlingBids,
        lambda e, s: s.attack_rule == _rule(_RAID) and e.winner == "nights-watch",
    ),
    Effect(
        "wildling.preemptive-raid.highest.second-lost",
        WildlingBids,
        lambda e, s: s.attack_rule == _rule(_RAID) and e.winner == "wildlings",
    ),
    Effect("wildling.crow-killers.lowest", UnitExchanged, _hit(_CROWS, "lowest")),
    Effect("wildling.crow-killers.lowest.die", UnitLost, _lost_to(_CROWS, "lowest")),
    Effect("wildling.crow-killers.others", UnitExchanged, _hit(_CROWS, "others")),
    Effect("wildling.crow-killers.others.choose", "knight-to-footman", always),
    Effect("wildling.crow-killers.others.die", UnitLost, _lost_to(_CROWS, "others")),
    Effect("wildling.crow-killers.highest", UnitExchanged, _rewarded(_CROWS)),
    Effect("wildling.crow-killers.highest.declined", "footman-to-knight", _passed),
    Effect("wildling.rattleshirts-raiders.lowest", SupplyMoved, _hit(_RATTLE, "lowest", lambda e, _: e.new < e.old)),
    Effect("wildling.rattleshirts-raiders.lowest.starved", UnitLost, _starved(_RATTLE, "lowest")),
    Effect("wildling.rattleshirts-raiders.others", SupplyMoved, _hit(_RATTLE, "others", lambda e, _: e.new < e.old)),
    Effect("wildling.rattleshirts-raiders.others.starved", UnitLost, _starved(_RATTLE, "others")),
    Effect(
        "wildling.rattleshirts-raiders.bottom",
        SupplyMoved,
        lambda e, s: s.wildling == _RATTLE and not s.nights_watch and e.new == 0,
    ),
    Effect("wildling.rattleshirts-raiders.highest", SupplyMoved, _rewarded(_RATTLE, lambda e, _: e.new > e.old)),
    Effect("wildling.rattleshirts-raiders.highest.top", SupplyMoved, _rewarded(_RATTLE, lambda e, _: e.new == e.old)),
    Effect("wildling.massing-on-the-milkwater.lowest", HandReduced, _hit(_MASSING, "lowest")),
    Effect(
        "wildling.massing-on-the-milkwater.lowest.several",
        HandReduced,
        _hit(_MASSING, "lowest", lambda e, _: len(e.cards) > 1),
    ),
    Effect("wildling.massing-on-the-milkwater.others", HandReduced, _hit(_MASSING, "others")),
    Effect("wildling.massing-on-the-milkwater.highest", CardsRecovered, _rewarded(_MASSING)),
    *(
        Effect(f"wildling.a-king-beyond-the-wall.lowest.{track}", TrackMoved, _on_track(_KING, "lowest", track))
        for track in _TRACK_IDS
    ),
    *(
        Effect(f"wildling.a-king-beyond-the-wall.others.{track}", TrackMoved, _on_track(_KING, "others", track))
        for track in _TRACK_IDS[1:]
    ),
    *(
        Effect(
            f"wildling.a-king-beyond-the-wall.highest.{track}",
            TrackMoved,
            _rewarded(_KING, _track(track)),
        )
        for track in _TRACK_IDS
    ),
    Effect("wildling.mammoth-riders.lowest", UnitLost, _lost_to(_MAMMOTHS, "lowest")),
    Effect("wildling.mammoth-riders.others", UnitLost, _lost_to(_MAMMOTHS, "others")),
    Effect("wildling.mammoth-riders.highest", CardsRecovered, _rewarded(_MAMMOTHS)),
    Effect("wildling.mammoth-riders.highest.declined", "recover-card", _passed),
    Effect("wildling.the-horde-descends.lowest", UnitLost, _lost_to(_HORDE, "lowest")),
    Effect("wildling.the-horde-descends.others", UnitLost, _lost_to(_HORDE, "others")),
    Effect("wildling.the-horde-descends.highest", UnitMustered, _rewarded(_HORDE, lambda _, s: _musters_now(s))),
    Effect("wildling.the-horde-descends.highest.declined", "muster-area", _passed),
    Effect("wildling.skinchanger-scout.lowest", PowerLost, _hit(_SKINS, "lowest", lambda e, _: e.tokens > 0)),
    Effect("wildling.skinchanger-scout.others", PowerLost, _hit(_SKINS, "others", lambda e, _: e.tokens == 2)),
    Effect("wildling.skinchanger-scout.others.fewer", PowerLost, _hit(_SKINS, "others", lambda e, _: e.tokens < 2)),
    Effect("wildling.skinchanger-scout.highest", BidReturned, _rewarded(_SKINS, lambda e, _: e.tokens > 0)),
)


def _musters_now(story: Story) -> bool:
    """Return whether it is not the mustering of another card or of an order."""
    return story.state.step.startswith("westeros")


# Planning, raven, raids


def _raids(order: str) -> When:
    return lambda event, _: event.order == order


def _raid_way(source: int, target: int) -> When:
    return lambda e, _: (KIND[AREA[e.area]], KIND[AREA[e.target]]) == (source, target)


def _placed(order: str) -> When:
    return lambda event, _: order in event.orders.values()


_PLANNING: Final = (
    *(Effect(f"order.{order.id}.placed", OrdersRevealed, _placed(order.id)) for order in ORDERS),
    Effect("planning.lifted", "confirm-orders", lambda a, _: isinstance(a, LiftOrder)),
    Effect("planning.ready", "confirm-orders", lambda a, _: isinstance(a, Ready)),
    Effect("planning.short", OrdersAreShort, always),
    Effect("planning.face-down", OrdersPlaced, always),
    Effect("raven.unused", RavenUnused, always),
    Effect("raven.exchanges", OrderExchanged, always),
    Effect("raven.brings-star", OrderExchanged, lambda e, _: _special(e.new) and not _special(e.old)),
    Effect("raven.looks", WildlingsSeen, always),
    Effect("raven.card-on-top", "wildling-card", lambda a, _: isinstance(a, LeaveOnTop)),
    Effect("raven.card-under", "wildling-card", lambda a, _: isinstance(a, PutUnder)),
    Effect("raven.returns", WildlingsReturned, always),
    *(
        Effect(f"order.{order}.raided", Raided, _raids(order))
        for order in (
            "support-zero",
            "support-plus-one",
            "raid",
            "special-raid",
            "consolidate-power",
            "special-consolidate-power",
            "defense-plus-one",
            "defense-plus-two",
        )
    ),
    Effect("order.raid.raids", "raid", lambda a, s: isinstance(a, Raid) and _raid_kind(a, s) == "raid"),
    Effect("order.special-raid.raids", "raid", lambda a, s: isinstance(a, Raid) and _raid_kind(a, s) != "raid"),
    Effect("raid.land-on-land", Raided, _raid_way(LAND, LAND)),
    Effect("raid.sea-on-land", Raided, _raid_way(SEA, LAND)),
    Effect("raid.sea-on-sea", Raided, _raid_way(SEA, SEA)),
    Effect("raid.sea-on-port", Raided, _raid_way(SEA, PORT)),
    Effect("raid.port-on-sea", Raided, _raid_way(PORT, SEA)),
    Effect("raid.pillage", Pillaged, lambda e, _: e.gained == 1 and e.lost == 1),
    Effect("raid.pillage-without-tokens", Pillaged, lambda e, _: e.gained == 1 and e.lost == 0),
    Effect("raid.pillage-pool-empty", Pillaged, lambda e, _: e.gained == 0),
    Effect("raid.dropped", "raid", lambda a, _: isinstance(a, DropRaid)),
    Effect("raid.without-target", RaidDropped, _by("thrones:raid.9")),
)


def _special(order: str) -> bool:
    return any(o.id == order and o.special for o in ORDERS)


def _raid_kind(action: Raid, story: Story) -> str:
    return ORDERS[story.state.orders[AREA[action.area]]].id


# Marches, control, ports, power


def _march(way: str) -> When:
    def when(event: Marched, _: Story) -> bool:
        source, target = AREA[event.origin], AREA[event.area]
        if KIND[source] == LAND:
            return way == ("land" if target in ADJACENT_SETS[source] else "across-sea")
        return way == (("land", "sea", "port")[KIND[target]] if KIND[source] == SEA else "out-of-port")

    return when


def _with_support(event: NeutralBeaten, story: Story) -> bool:
    """Return whether the marching units alone would have been too few."""
    return story.state.combat is None and event.strength > 0 and bool(story.supports)


def _worth(*kinds: int, icons: bool | None = None) -> When:
    def when(event: PowerConsolidated, _: Story) -> bool:
        area = AREA[event.area]
        return KIND[area] in kinds and (icons is None or (POWER[area] > 0) == icons)

    return when


def _blocked(event: PowerConsolidated, story: Story) -> bool:
    area = AREA[event.area]
    seat = story.state.houses.index(event.house)
    return KIND[area] == PORT and story.state.owner[SEA_OF[area]] not in (NOBODY, seat)


def _decided_by(what: str) -> When:
    """By what the first two of the final ranking differ."""

    def when(_: Any, story: Story) -> bool:
        state = story.state
        first, second = ranking(state)[:2]
        castles = fortified(state, first) == fortified(state, second)
        areas = land_areas(state, first) == land_areas(state, second)
        supply = state.supply[first] == state.supply[second]
        by = "castles" if not castles else "areas" if not areas else "supply" if not supply else "throne"
        return by == what

    return when


_MARCHES: Final = (
    *(Effect(f"march.{way}", Marched, _march(way)) for way in ("land", "across-sea", "sea", "port", "out-of-port")),
    Effect("march.several-units", Marched, lambda e, _: len(e.units) > 1),
    Effect("march.siege-engine", Marched, lambda e, _: "siege-engine" in e.units),
    Effect("march.nobody-leaves", MarchStayed, always),
    Effect("control.power-left", ControlSecured, always),
    Effect("control.power-kept", "secure", _passed),
    Effect("control.power-left-in-enemy-home", ControlSecured, lambda e, _: HOME_OF[AREA[e.area]] is not None),
    Effect("control.asked-for-power", "secure", lambda a, _: isinstance(a, LeavePower)),
    Effect("control.home-falls-back", HomeRegained, always),
    Effect("control.power-returned", PowerReturned, always),
    Effect("control.order-removed", OrderRemoved, always),
    Effect("neutral.beaten", NeutralBeaten, always),
    Effect("neutral.beaten-with-support", NeutralBeaten, _with_support),
    Effect("neutral.too-strong", NeutralTooStrong, always),
    Effect("port.captured-with-ships", PortCaptured, lambda e, _: e.ships > 0),
    Effect("port.captured-fewer", PortCaptured, lambda e, _: 0 < e.ships < e.removed),
    Effect("port.declined", "take-port", lambda a, _: a.ships == 0),
    Effect("port.ships-lost", PortLost, always),
    Effect("order.consolidate-power.gains", PowerConsolidated, lambda e, _: e.gained > 0),
    Effect("power.land-without-icon", PowerConsolidated, _worth(LAND, icons=False)),
    Effect("power.land-with-icon", PowerConsolidated, _worth(LAND, icons=True)),
    Effect("power.sea-yields-nothing", PowerConsolidated, _worth(SEA)),
    Effect("power.port", PowerConsolidated, lambda e, s: _worth(PORT)(e, s) and not _blocked(e, s)),
    Effect("power.port-blocked", PowerConsolidated, _blocked),
    Effect("power.pool-empty", PowerConsolidated, lambda e, s: _worth(LAND)(e, s) and e.gained <= POWER[AREA[e.area]]),
    Effect("order.special-consolidate-power.musters", MusteredByOrder, always),
    Effect("order.special-consolidate-power.gains", "power", lambda a, s: isinstance(a, GainPower) and _star(a, s)),
    Effect("order.special-consolidate-power.asked", "power", lambda a, _: isinstance(a, MusterOrder)),
    Effect(
        "order.special-consolidate-power.musters-nothing",
        "muster",
        lambda a, s: isinstance(a, Done) and s.state.step == "power",
    ),
    Effect("cleanup.orders", OrdersCleared, lambda e, _: bool(e.areas)),
    Effect("cleanup.routed-stand-up", OrdersCleared, lambda e, _: bool(e.routed)),
    Effect("end.seven-areas-by-march", MatchWon, lambda _, s: s.state.step == "march"),
    Effect("end.seven-areas-by-losses", MatchWon, lambda _, s: s.state.step.startswith("westeros")),
    *(
        Effect(f"end.ten-rounds-by-{what}", TenRoundsPlayed, _decided_by(what))
        for what in ("castles", "areas", "supply", "throne")
    ),
)


def _star(action: GainPower, story: Story) -> bool:
    return story.state.orders[AREA[action.area]] == SPECIAL_CONSOLIDATE_POWER


BOARD: Final[tuple[Effect, ...]] = (*_WESTEROS, *_WILDLINGS, *_PLANNING, *_MARCHES)
"""All branches outside of combat."""
