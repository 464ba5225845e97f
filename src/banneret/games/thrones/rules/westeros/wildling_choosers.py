"""The choosers of the wildling cards."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.thrones.actions import ChooseArea, ChooseEffect, ChooseTrack, Knight, PlayCard
from banneret.games.thrones.content.board import AREA, AREAS, MUSTER_POINTS
from banneret.games.thrones.content.components import FOOTMAN, KNIGHT, UNITS
from banneret.games.thrones.rules.combat.hands import PLAY
from banneret.games.thrones.rules.control import areas_with_units
from banneret.games.thrones.rules.losses import has_kind
from banneret.games.thrones.rules.tracks import TRACKS
from banneret.games.thrones.state import FIEFDOMS, KINGS_COURT, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

PASS = Pass()
LOSE_TWO_UNITS, FALL_TWO_PLACES = ChooseEffect("units"), ChooseEffect("track")
_TRACK = tuple(ChooseTrack(track) for track in TRACKS)
_KNIGHT = tuple(Knight(area) for area in AREAS)
_AREA = tuple(ChooseArea(area) for area in AREAS)


class PreemptiveRaidChooser(Chooser[ChooseEffect]):
    """Two units, or two positions on the best track? Options: units if there are any, track."""

    __slots__ = ("has_units",)
    kind = "preemptive-raid"
    rule = "thrones:wildling.preemptive-raid"
    answers = (ChooseEffect,)

    def __init__(self, *, has_units: bool) -> None:
        self.has_units = has_units

    def options(self) -> list[ChooseEffect]:
        """List the penalties that apply to the house: thrones:ruling.84."""
        return [LOSE_TWO_UNITS, FALL_TWO_PLACES] if self.has_units else [FALL_TWO_PLACES]

    def refusal(self, action: ChooseEffect) -> Refusal | None:
        """Refuse penalties that the card does not offer, and units if the house has none."""
        if action == LOSE_TWO_UNITS and not self.has_units:
            return Refusal("thrones:ruling.84", msg("refuse.effect.no-units"))
        if action in (LOSE_TWO_UNITS, FALL_TWO_PLACES):
            return None
        return Refusal(self.rule, msg("refuse.effect.not-offered", effect=action.effect))


# Influence tracks


class TrackChooser(Chooser[ChooseTrack]):
    """On which track does a house move? Options: the tracks of the card in order."""

    __slots__ = ("house", "tracks")
    answers = (ChooseTrack,)

    def __init__(self, house: str, tracks: Sequence[int]) -> None:
        self.house = house
        self.tracks = tracks

    def prompt(self) -> Message:
        """Name the house that moves."""
        return msg(f"ask.{self.kind}", house=self.house)

    def options(self) -> list[ChooseTrack]:
        """List the tracks."""
        return [_TRACK[track] for track in self.tracks]

    def refusal(self, action: ChooseTrack) -> Refusal | None:
        """Refuse tracks that the card does not offer."""
        if TRACKS.index(action.track) in self.tracks:
            return None
        return Refusal(self.rule, msg("refuse.track.not-offered", track=action.track))


class BestTrackChooser(TrackChooser):
    """Preemptive Raid: on which of several best tracks does a house move down? Options: the tracks in order."""

    __slots__ = ()
    kind = "best-track"
    rule = "thrones:ruling.19"


class FallChooser(TrackChooser):
    """A King Beyond the Wall: on which track does the house move to the end? Options: Fiefdoms, King's Court."""

    __slots__ = ()
    kind = "fall-on-track"
    rule = "thrones:wildling.a-king-beyond-the-wall"

    def __init__(self, house: str) -> None:
        super().__init__(house, (FIEFDOMS, KINGS_COURT))


class RiseChooser(TrackChooser):
    """A King Beyond the Wall: on which track does the house move to the top? Options: the three tracks."""

    __slots__ = ()
    kind = "rise-on-track"
    rule = "thrones:wildling.a-king-beyond-the-wall"

    def __init__(self, house: str) -> None:
        super().__init__(house, range(len(TRACKS)))


# Crow Killers


class ExchangeChooser(Chooser[Knight]):
    """Where is a knight replaced with a footman? Options: by area number."""

    __slots__ = ("seat", "state")
    kind = "knight-to-footman"
    rule = "thrones:wildling.crow-killers"
    answers = (Knight,)
    old = KNIGHT

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def options(self) -> list[Knight]:
        """List the areas with such a unit."""
        state = self.state
        return [_KNIGHT[area] for area in areas_with_units(state, self.seat) if has_kind(state, area, self.old)]

    def refusal(self, action: Knight) -> Refusal | None:
        """Refuse areas without such a unit."""
        area = AREA[action.area]
        if self.state.owner[area] == self.seat and has_kind(self.state, area, self.old):
            return None
        return Refusal(self.rule, msg("refuse.loss.no-such-unit", unit=UNITS[self.old], area=action.area))


class PromotionChooser(Chooser[Pass | Knight]):
    """Where is a footman replaced with a knight? Options: nowhere, then by area number."""

    __slots__ = ("seat", "state")
    kind = "footman-to-knight"
    rule = "thrones:wildling.crow-killers"
    answers = (Pass, Knight)

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def options(self) -> list[Pass | Knight]:
        """List `pass` and the areas with a footman."""
        state = self.state
        areas = [area for area in areas_with_units(state, self.seat) if has_kind(state, area, FOOTMAN)]
        return [PASS, *(_KNIGHT[area] for area in areas)]

    def refusal(self, action: Pass | Knight) -> Refusal | None:
        """Refuse areas without a footman."""
        if isinstance(action, Pass):
            return None
        area = AREA[action.area]
        if self.state.owner[area] == self.seat and has_kind(self.state, area, FOOTMAN):
            return None
        return Refusal(self.rule, msg("refuse.loss.no-such-unit", unit=UNITS[FOOTMAN], area=action.area))


# House cards


class DiscardChooser(Chooser[PlayCard]):
    """Massing on the Milkwater: which card is discarded? Options: the hand in the order of the house's cards."""

    __slots__ = ("hand",)
    kind = "discard-card"
    rule = "thrones:wildling.massing-on-the-milkwater"
    answers = (PlayCard,)

    def __init__(self, hand: Sequence[str]) -> None:
        self.hand = hand

    def options(self) -> list[PlayCard]:
        """List the cards in hand."""
        return [PLAY[card] for card in self.hand]

    def refusal(self, action: PlayCard) -> Refusal | None:
        """Refuse cards that are not in hand."""
        if action.card in self.hand:
            return None
        return Refusal(self.rule, msg("refuse.house-card.not-in-hand", card=action.card))


class RecoverChooser(Chooser[Pass | PlayCard]):
    """Mammoth Riders: which card is returned? Options: none, then the discard pile, oldest first."""

    __slots__ = ("discards",)
    kind = "recover-card"
    rule = "thrones:wildling.mammoth-riders"
    answers = (Pass, PlayCard)

    def __init__(self, discards: Sequence[str]) -> None:
        self.discards = discards

    def options(self) -> list[Pass | PlayCard]:
        """List `pass` and the cards of the discard pile."""
        return [PASS, *(PLAY[card] for card in self.discards)]

    def refusal(self, action: Pass | PlayCard) -> Refusal | None:
        """Refuse cards that are not in the discard pile."""
        if isinstance(action, Pass) or action.card in self.discards:
            return None
        return Refusal(self.rule, msg("refuse.recover.not-discarded", card=action.card))


# The Horde Descends


class MusterAreaChooser(Chooser[Pass | ChooseArea]):
    """At which castle or stronghold does the house muster? Options: nowhere, then by area number."""

    __slots__ = ("areas",)
    kind = "muster-area"
    rule = "thrones:wildling.the-horde-descends"
    answers = (Pass, ChooseArea)

    def __init__(self, areas: Sequence[int]) -> None:
        self.areas = areas

    def options(self) -> list[Pass | ChooseArea]:
        """List `pass` and the castles and strongholds the house controls."""
        return [PASS, *(_AREA[area] for area in self.areas)]

    def refusal(self, action: Pass | ChooseArea) -> Refusal | None:
        """Refuse areas without a castle or stronghold, and those that other houses control."""
        if isinstance(action, Pass) or AREA[action.area] in self.areas:
            return None
        reason = "not-controlled" if MUSTER_POINTS[AREA[action.area]] else "no-castle"
        return Refusal(self.rule, msg(f"refuse.muster.{reason}", area=action.area))
