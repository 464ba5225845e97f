"""Army lists written, as TOML and as JSON, for a game that has none."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from banneret.content.army_list_text import (
    ListError,
    WrittenLine,
    note_head,
    read_json,
    read_points,
    read_toml,
    read_word,
    write_json,
    written_lines,
)

Side = Literal["north", "south"]


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army."""

    name: str
    points: int


def test_lines_without_remarks_and_empty_ones() -> None:
    text = "Points: 40 # agreed\n\n# nothing\nSpears: long\nSwords\n"
    assert list(written_lines(text)) == [
        WrittenLine(1, "Points: 40", "points", "40"),
        WrittenLine(4, "Spears: long", "spears", "long"),
        WrittenLine(5, "Swords", "", ""),
    ]


def test_a_head_stands_there_once() -> None:
    heads: dict[str, tuple[int, str]] = {}
    first, second = written_lines("Points: 40\nPOINTS: 50")
    note_head(heads, first)
    assert heads == {"points": (1, "40")}
    with pytest.raises(ListError, match=r"^line 2: POINTS: appears twice$"):
        note_head(heads, second)


def test_a_list_as_toml_and_json() -> None:
    host = Host("Watch", 40)
    assert read_toml('name = "Watch"\npoints = 40', Host) == host
    assert read_json(write_json(host), Host) == host


@pytest.mark.parametrize(
    ("read", "text", "fault"),
    [
        (read_toml, "name = ", "army list: syntax: "),
        (read_toml, 'name = "Watch"', "army list: fields: .*points"),
        (read_json, "{", "army list: syntax: "),
        (read_json, '{"name": 1, "points": 2}', r"army list: fields: .*\$\.name"),
    ],
)
def test_what_is_wrong_is_told(read: object, text: str, fault: str) -> None:
    assert callable(read)
    with pytest.raises(ListError, match=fault):
        read(text, Host)


def test_words_and_points() -> None:
    assert read_word(3, "side", "North", Side) == "north"
    with pytest.raises(ListError, match=r"^line 3: side: 'East' is not one of north, south$"):
        read_word(3, "side", "East", Side)
    assert read_points(2, "40", 60) == 40
    for text in ("61", "0", "-1", "many", "４０"):
        with pytest.raises(ListError, match=r"is not a whole number from 1 to 60$") as raised:
            read_points(2, text, 60)
        assert (raised.value.line, raised.value.what) == (2, "points")
