"""What a notice says: sentences of the catalogues, about who is asked what kind of thing, where, and until when."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from banneret.server.tables.table import Table, untitled
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is told of: as it is stored in a notice."""

    kind: str
    """turn, start, end, chat, consent, request."""
    seat: int | None = None
    """Who is asked; of a request, which seat it is for."""
    ask: str = ""
    decision: str = ""
    """The kind of question: told to its own seat alone."""
    by: str | None = None
    """Who wrote."""
    to: tuple[int, ...] | None = None
    """Chat: between which seats. Consent: who wants to take something back."""
    request: str = ""
    """Id of the request for a seat."""
    about: str | None = None
    """Whose looking at the table makes the notice needless."""


class Said(NamedTuple):
    """A notice in words."""

    subject: str
    text: str
    footer: str


def texts(
    happened: Happened,
    table: Table,
    game: Catalogue,
    seat_names: tuple[str, ...],
    names: Mapping[str, str],
    *,
    to_all: bool,
    until: str | None,
    quoting: bool = True,
) -> Said:
    """Return a notice in the language of the game's texts; to all at the table no kind of question is told.

    Without `quoting`, no words of users appear, such as titles and names: an e-mail address is not confirmed, so that
    anybody could send such words to anybody.
    """
    words = server_texts(game.language)
    person = names.get(happened.by or happened.about or "", "")
    if not quoting:
        sits = [one.seat for one in table.seats if happened.by is not None and one.person_id == happened.by]
        person = game.name(seat_names[sits[0]]) if sits else words.text("notice.spectator")
    seat = "" if happened.seat is None else game.name(seat_names[happened.seat])
    other = happened.to[0] if happened.kind == "consent" and happened.to else None
    title = game.text(f"title.{table.rulebook}", table.rulebook)
    fields = {
        "table": (table.title or untitled(title, names.get(table.creator_id, ""))) if quoting else title,
        "game": title,
        "seat": seat,
        "other": "" if other is None else game.name(seat_names[other]),
        "person": person,
        "decision": decision(game, happened.decision),
    }
    id_ = f"notice.{happened.kind}" + ("-all" if to_all and happened.kind in ("turn", "consent") else "")
    text = words.render(Message(id_, dict(fields)))
    if until is not None:
        text += " " + words.render(Message("notice.until", {"until": until}))
    subject = words.render(Message(f"{id_}.subject", dict(fields)))
    return Said(subject, text, words.text("notice.footer"))


def decision(game: Catalogue, kind: str) -> str:
    """Return what kind of question it is, without anything that only the question itself may tell."""
    id_ = f"ask.{kind}"
    plain = id_ in game and not any("{" in form for form in game.forms(id_))
    return game.text(id_) if plain and game.counted(id_) is None else kind.replace("-", " ")


@lru_cache(maxsize=8)
def server_texts(language: str) -> Catalogue:
    """Return the server's own texts."""
    return Catalogue.load([files("banneret.server").joinpath("text")], language)
