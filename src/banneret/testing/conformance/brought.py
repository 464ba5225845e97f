"""What players bring to a game, mutilated: army lists in all formats, and data packs."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from banneret.content.army_list_text import ListError
from banneret.content.army_lists import ListMaker, armies_of
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import OptionError, Rulebook
from banneret.kernel.stream import Stream
from banneret.testing.conformance.inputs import Enter, mutilated, torn_text

OPTION: Final = "data_pack"
"""The option of a match that contains a data pack."""
_TORN: Final = 6
"""Texts made from each army."""


# Army lists


def list_texts(book_id: str, _seats: int, stream: Stream) -> Iterator[Enter]:
    """Yield the texts of lists of a random army: torn, or of an army that contradicts itself, and codes of such armies.

    A list that is read must be checked, shown, and written in every format; a legal one can be read from each of them.
    """
    maker = armies_of(rulebook(book_id))
    if maker is None:
        return
    faction, points = stream.choice(list(maker.factions)), stream.choice(list(maker.sizes))
    army = maker.random(stream.below(2**31), faction, points)
    whole = msgspec.json.decode(maker.write(army, "json"))
    for _ in range(_TORN):
        form = stream.choice(list(maker.forms))
        if stream.below(2):
            text, form = torn_text(maker.write(army, form), stream), ""
        else:
            text = msgspec.json.encode(mutilated(whole, stream)).decode()
        agreed = stream.choice([None, points, 0, -1, 10**9])
        yield Enter([text, form, agreed], _reading(maker, text, form, agreed), ListError)


def _reading(maker: ListMaker[Any], text: str, form: str, points: int | None) -> Callable[[], Callable[[], object]]:
    """Return what reads a list, after it was written in another format if one is given, and then uses it."""

    def use(army: Any) -> None:  # the army type of the game
        texts = maker.catalogue("en")
        faults = maker.check(army)
        for fault in faults:
            texts.render(fault.message)
        maker.title(army, texts)
        maker.lines(army, texts)
        maker.total(army)
        for other in maker.forms:
            try:
                written = maker.write(army, other)
                again = maker.read(written, maker.limit(army) if ";" in written else None)
            except ListError:
                if not faults:
                    raise
            else:
                if other in ("json", "toml") and again != army:
                    raise AssertionError(f"the list written as {other} is another one")
        if (building := maker.building) is not None:
            building.army(building.draft(army))
            building.prices(army)

    def read() -> Callable[[], object]:
        written = maker.write(maker.read(text), form) if form else text
        army = maker.read(written, points)
        return lambda: use(army)

    return read


# Data packs


def packs(book_id: str, seats: int, stream: Stream) -> Iterator[Enter]:
    """Yield options with data packs that change some values of the game's data files to others."""
    book = rulebook(book_id)
    if OPTION not in msgspec.to_builtins(book.options({}, seats)):
        return
    data = _data_files(book_id)
    for _ in range(_TORN):
        change: dict[str, Any] = {}
        for _ in range(1 + stream.below(3)):
            name = stream.choice(list(data))
            changed = mutilated(data[name], stream, most=2, depth=1)
            if difference := _difference(data[name], changed):
                change.setdefault(name, {}).update(difference)
        given: Any = {"game": _game_of(book), "name": "torn", "change": change}
        if stream.below(8) == 0:
            given = mutilated(given, stream)

        def begin(given: Any = given) -> Match[Any]:
            return new_match(book_id, seats=seats, seed=stream.below(2**32), options={OPTION: given}, events=False)

        yield Enter(given, begin, OptionError)


def _game_of(book: Rulebook[Any]) -> str:
    return type(book).__module__.split(".")[-2]


@cache
def _data_files(book_id: str) -> dict[str, Any]:
    """Return the content of the data files that a pack can change, by their name without `.toml`."""
    book, found = rulebook(book_id), {}
    for file in files(type(book).__module__.rpartition(".")[0]).joinpath("data").iterdir():
        name, dot, _ = file.name.rpartition(".toml")
        if dot and _is_changeable(book, name):
            found[name] = tomllib.loads(file.read_text("utf-8"))
    return found


def _is_changeable(book: Rulebook[Any], name: str) -> bool:
    given = {"game": _game_of(book), "name": "probe", "change": {name: {}}}
    try:
        new_match(book.id, seats=min(book.seats), seed=0, options={OPTION: given}, events=False)
    except OptionError:
        return False
    return True


def _difference(old: Any, new: Any) -> dict[str, Any]:
    """Return what changes one content to another, in the form of a pack; entries are named by their id."""
    found: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if value == before:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            found[key] = _difference(before, value)
        elif _has_ids(value) and _has_ids(before):
            there = {one["id"]: one for one in before}
            found[key] = {
                one["id"]: _difference(there[one["id"]], one)
                for one in value
                if one["id"] in there and one != there[one["id"]]
            }
        else:
            found[key] = value
    return found


def _has_ids(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, dict) and isinstance(one.get("id"), str) for one in value)
    )
