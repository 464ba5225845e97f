"""Panels of any game, made from the fields of its view: numbers as counters, lists of names as hands of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from banneret.show.panels import Counter, CounterRow, CountersPanel, HandPanel, Item, TablePanel
from banneret.text.message import Message, msg

_DRAWER: Final = msg("drawer.tracks")
_HIDDEN: Final = "hidden"


def plain_panels(view: Any) -> tuple[TablePanel, ...]:  # the view of any game
    """Return panels for the fields of a view that are numbers, names, or lists of names."""
    fields = msgspec.to_builtins(view, str_keys=True)
    single = tuple(_counter(name, value) for name, value in fields.items() if _simple(value))
    found: list[TablePanel] = []
    if single:
        rows = (CounterRow(counters=single),)
        found.append(CountersPanel(id="plain", title=_DRAWER, drawer=_DRAWER, rows=rows))
    for name, value in fields.items():
        found += _nested(name, value)
    return tuple(found)


def _nested(name: str, value: Any) -> Iterator[TablePanel]:  # builtin types
    if value and _named(value):
        yield HandPanel(id=f"plain:{name}", title=_word(name), drawer=_word(name), cards=tuple(map(_card, value)))
    elif isinstance(value, Mapping) and any(value.values()) and all(map(_named, value.values())):
        for side, cards in value.items():
            yield HandPanel(
                id=f"plain:{name}:{side}", title=_word(side), drawer=_word(name), cards=tuple(map(_card, cards))
            )
    elif isinstance(value, Mapping) and value and all(map(_simple, value.values())):
        counters = tuple(_counter(key, one) for key, one in value.items())
        yield CountersPanel(
            id=f"plain:{name}", title=_word(name), drawer=_word(name), rows=(CounterRow(counters=counters),)
        )


def _word(name: str) -> Message:
    """Return the name of a field or a key from the catalogue, or its id made readable."""
    return msg("drawer.word", word=name.replace("_", "-"))


def _counter(name: str, value: Any) -> Counter:  # as above
    return Counter(glyph=name, label=_word(name), value=str(value))


def _card(name: str | None) -> Item:
    return Item(name=_word(_HIDDEN)) if name is None else Item(name=_word(name), card=name)


def _simple(value: Any) -> bool:  # as above
    return isinstance(value, (int, float, str)) and not isinstance(value, bool) and value != ""


def _named(value: Any) -> bool:  # as above
    return isinstance(value, (list, tuple)) and all(one is None or isinstance(one, str) for one in value)
