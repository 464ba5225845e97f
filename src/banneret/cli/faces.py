"""How a game looks in a terminal: a face for each rulebook, and a plain one for those that have none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import msgspec
from rich.console import RenderableType
from rich.text import Text

from banneret.kernel.asks import MatchView
from banneret.kernel.events import Event
from banneret.text.catalogue import Catalogue


class Face(Protocol):
    """How one game looks in a terminal."""

    def board(self, view: MatchView[Any], texts: Catalogue) -> Iterable[RenderableType]:
        """Return the whole table as text."""
        ...

    def standings(self, view: MatchView[Any], texts: Catalogue) -> RenderableType:
        """Return how the seats stand, in a few lines."""
        ...

    def heading(self, event: Event) -> bool:
        """Tell whether the event begins a new chapter of the tale, such as a round."""
        ...

    def depth(self, event: Event) -> int:
        """Return how far the event is set in: 0 for what is done, 1 for what comes of it."""
        ...

    def style(self, seat: str) -> str:
        """Return the colour of a seat."""
        ...


class PlainFace:
    """Any game: its view as JSON."""

    def board(self, view: MatchView[Any], texts: Catalogue) -> Iterable[RenderableType]:
        """Return the view as indented JSON."""
        return [Text(msgspec.json.format(msgspec.json.encode(view.game), indent=2).decode())]

    def standings(self, view: MatchView[Any], texts: Catalogue) -> RenderableType:
        """Return where the match stands."""
        return Text(view.label)

    def heading(self, event: Event) -> bool:
        """Return False: nothing is known of this game's events."""
        return False

    def depth(self, event: Event) -> int:
        """Return 0 for all."""
        return 0

    def style(self, seat: str) -> str:
        """Return no colour."""
        return ""


def face_of(rulebook_id: str) -> Face:
    """Return the face of a game."""
    if rulebook_id == "thrones":
        from banneret.cli.thrones_face import ThronesFace

        return ThronesFace()
    if rulebook_id == "battles":
        from banneret.cli.battles_face import BattlesFace

        return BattlesFace()
    if rulebook_id in ("icefire-s6", "icefire-2021"):
        from banneret.cli.icefire_face import IcefireFace

        return IcefireFace()
    if rulebook_id == "runewars":
        from banneret.cli.runewars_face import RunewarsFace

        return RunewarsFace()
    return PlainFace()
