"""Texts of notices, from the catalogues."""

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
    """An event that is reported in a notice, as stored with it."""

    kind: str
    """turn, start, end, chat, consent or request."""
    seat: int | None = None
    """The seat that is asked; for a request, the requested seat."""
    ask: str = ""
    decision: str = ""
    """The kind of question, mentioned only to its own seat."""
    by: str | None = None
    """Id of the person who wrote or requested."""
    to: tuple[int, ...] | None = None
    """For chat, the seats that can read it; for consent, the seat that wants to undo."""
    request: str = ""
    """Id of the request for a seat."""
    about: str | None = None
    """Person whose visit to the table cancels this notice."""


class Said(NamedTuple):
    """The text of a notice."""

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
    """Return the text of a notice in the language of `game`. With `to_all`, it omits the kind of question.

    Without `quoting`, it contains no words of users, such as titles and names, so that e-mail cannot be used to send
    arbitrary text to others.
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
    """Return the kind of a question in words, without details that only the question itself may reveal."""
    id_ = f"ask.{kind}"
    plain = id_ in game and not any("{" in form for form in game.forms(id_))
    return game.text(id_) if plain and game.counted(id_) is None else kind.replace("-", " ")


@lru_cache(maxsize=8)
def server_texts(language: str) -> Catalogue:
    """Return the server's own texts in a language."""
    return Catalogue.load([files("banneret.server").joinpath("text")], language)
