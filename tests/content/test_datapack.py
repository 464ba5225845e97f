"""Data packs: corrections that go into a game's data, and every mistake named with its place."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from banneret.content.datapack import MAX_BYTES, DataPack, DataPackError, convert_pack, read_pack

TEXT = """
game = "toy"
name = "my-box"
about = "Read from my own cards"

[change.units.unit.riders]
strength = 2
move.green = 5
keywords = ["swift"]

[change.table]
rounds = 7
"""

UNITS: dict[str, Any] = {
    "unit": [
        {"id": "riders", "strength": 3, "keywords": [], "move": {"green": 4, "blue": 3}},
        {"id": "archers", "strength": 4, "keywords": ["slow"], "move": {"green": 2, "blue": 2}},
    ],
    "ranks": ["green", "blue"],
    "heavy": False,
    "note": "printed",
}


def pack_of(**change: Any) -> DataPack:
    return DataPack("toy", "mine", {"units": change})


@pytest.fixture
def pack(tmp_path: Path) -> DataPack:
    file = tmp_path / "box.toml"
    file.write_text(TEXT, "utf-8")
    return read_pack(file)


def test_a_pack_corrects_the_values_it_names_and_leaves_all_others(pack: DataPack) -> None:
    before = msgspec.json.encode(UNITS)
    corrected = pack.apply("units", UNITS)
    assert corrected["unit"] == [
        {"id": "riders", "strength": 2, "keywords": ["swift"], "move": {"green": 5, "blue": 3}},
        UNITS["unit"][1],
    ]
    assert {key: corrected[key] for key in ("ranks", "heavy", "note")} == {
        "ranks": ["green", "blue"],
        "heavy": False,
        "note": "printed",
    }
    assert msgspec.json.encode(UNITS) == before
    assert pack.apply("terrain", {"hill": 1}) == {"hill": 1}


def test_an_entry_may_be_given_what_it_leaves_to_a_default() -> None:
    given = {"unit": {"riders": {"cover": 1, "move": {"red": 2}}}}
    riders = pack_of(**given).apply("units", UNITS)["unit"][0]
    assert (riders["cover"], riders["move"]) == (1, {"green": 4, "blue": 3, "red": 2})


def test_the_hash_is_of_the_corrections_and_not_of_how_they_are_written(pack: DataPack) -> None:
    plain = msgspec.to_builtins(pack)
    assert convert_pack(plain) == pack
    plain["change"] = dict(reversed(plain["change"].items()))
    other = convert_pack({**plain, "name": "yours", "about": "The same numbers"})
    assert other.hash == pack.hash
    assert pack.label == f"my-box ({pack.hash})"
    assert convert_pack({**plain, "change": {"table": {"rounds": 6}}}).hash != pack.hash


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"unit": {"knights": {"strength": 1}}}, "change.units.unit.knights: unknown entry 'knights'; known: "),
        ({"unit": {"riders": {"strength": "3"}}}, "change.units.unit.riders.strength: is a string; the game has a"),
        ({"unit": {"riders": {"move": 3}}}, "change.units.unit.riders.move: is a number; the game has a table here"),
        ({"unit": {"riders": 3}}, "change.units.unit.riders: is a number; the game has a table here"),
        ({"heavy": 1}, "change.units.heavy: is a number; the game has true or false here"),
        ({"ranks": {"green": 1}}, "change.units.ranks: is a table; the game has a list here"),
        ({"unit": []}, "change.units.unit: is a list; the game has entries by id here"),
        ({"terrain": {}}, "change.units.terrain: unknown entry or field 'terrain'; known: heavy, note, ranks,"),
    ],
)
def test_a_correction_that_fits_nowhere_is_refused_with_its_place(change: dict[str, Any], error: str) -> None:
    with pytest.raises(DataPackError) as raised:
        pack_of(**change).apply("units", UNITS)
    assert str(raised.value).startswith(f"data pack mine: {error}")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("game = ", "data pack box.toml: whole file: is not valid TOML"),
        (TEXT.replace("game", "gam"), "data pack box.toml: whole pack: Object contains unknown field `gam`"),
        (TEXT.partition("[")[0], "data pack box.toml: whole pack: Object missing required field `change`"),
        (TEXT.replace("my-box", "My Box!"), "data pack box.toml: name: Expected `str` matching regex"),
        (TEXT.partition("[")[0] + "[change]", "data pack box.toml: change: Expected `object` of length >= 1"),
        (TEXT.partition("[")[0] + "change.units = 3", "data pack box.toml: change"),
    ],
)
def test_a_file_that_is_no_pack_is_refused(tmp_path: Path, text: str, error: str) -> None:
    (tmp_path / "box.toml").write_text(text, "utf-8")
    with pytest.raises(DataPackError) as raised:
        read_pack(tmp_path / "box.toml")
    assert str(raised.value).startswith(error)


def test_a_pack_of_another_game_of_unknown_files_or_too_large_is_refused(pack: DataPack) -> None:
    pack.check("toy", ["units", "table"])
    with pytest.raises(DataPackError, match="data pack my-box: game: the pack is for 'toy', not for 'chess'"):
        pack.check("chess", ["units", "table"])
    with pytest.raises(DataPackError, match=r"change\.table: unknown data file 'table'; known: units"):
        pack.check("toy", ["units"])
    with pytest.raises(DataPackError, match="mine: change: is too large"):
        pack_of(note="x" * MAX_BYTES).check("toy", ["units"])
