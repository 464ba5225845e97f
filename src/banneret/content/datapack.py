"""Data packs: corrections of a game's data files, for those who know better, such as owners of the printed game.

A pack is a TOML file, or the same as the option `data_pack` of a match, which its record keeps whole:

    game = "toy"
    name = "my-box"
    about = "Read from the cards of my copy"

    [change.units.unit.riders.move]
    green = 3

Below `change` stands the name of a data file, then what is in it: tables by their names, entries of a list of tables
by their ids, down to values. A table goes into the table that is there; anything else replaces what is there, and is
of the same kind. A pack corrects: it adds no entry and takes none away, but may give an entry a field that it leaves
to its default. What fields and values there may be, the game itself checks.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

MAX_BYTES: Final = 64 * 1024
"""Of a pack as JSON: a match keeps it, and a server keeps the match."""
_HASH_CHARS: Final = 12


class DataPackError(ValueError):
    """A mistake in a data pack: names the pack, the place in it, and what is wrong."""

    def __init__(self, pack: str, place: str, problem: str) -> None:
        super().__init__(f"data pack {pack}: {place}: {problem}")
        self.pack = pack
        self.place = place
        self.problem = problem


class DataPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Corrections of the data of one game; `change` is by data file, without `.toml`."""

    game: str
    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9.-]{0,39}$")]
    change: Annotated[dict[str, dict[str, Any]], msgspec.Meta(min_length=1)]
    about: str = ""

    @property
    def hash(self) -> str:
        """What tells this pack from any other: of its game and its corrections, however they are written down."""
        canonical = msgspec.json.encode([self.game, self.change], order="sorted")
        return hashlib.sha256(canonical).hexdigest()[:_HASH_CHARS]

    @property
    def label(self) -> str:
        """Name and hash, as a table shows them."""
        return f"{self.name} ({self.hash})"

    def check(self, game: str, files: Collection[str]) -> None:
        """Refuse a pack of another game, of unknown data files, or too large. Raises DataPackError."""
        if self.game != game:
            raise DataPackError(self.name, "game", f"it is of {self.game!r}, not of {game!r}")
        for file in self.change:
            if file not in files:
                raise DataPackError(self.name, f"change.{file}", _unknown(file, files, "data file"))
        size = len(msgspec.json.encode(self.change))
        if size > MAX_BYTES:
            raise DataPackError(self.name, "change", f"is too large: {size} bytes; the most is {MAX_BYTES}")

    def apply(self, file: str, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return the content of a data file with the corrections for it; the content given stays as it is.

        Raises DataPackError for a place that the file has not, or a value of another kind.
        """
        return _merged(self.name, f"change.{file}", content, self.change.get(file, {}), entry=False)


def read_pack(path: str | Path) -> DataPack:
    """Read a pack from a TOML file. Raises DataPackError; OSError if there is no such file."""
    name = Path(path).name
    try:
        return convert_pack(tomllib.loads(Path(path).read_text("utf-8")), name)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataPackError(name, "whole file", f"is no TOML: {error}") from None


def convert_pack(raw: object, name: str = "given") -> DataPack:
    """Return plain data, such as the option of a match, as a pack. Raises DataPackError."""
    try:
        return msgspec.convert(raw, DataPack)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$")
        raise DataPackError(name, place.rstrip("`").lstrip(".") or "whole pack", problem) from None


def _merged(pack: str, place: str, old: Mapping[str, Any], new: Mapping[str, Any], *, entry: bool) -> dict[str, Any]:
    result = dict(old)
    for key, value in new.items():
        here = f"{place}.{key}"
        if key in old:
            result[key] = _replaced(pack, here, old[key], value, entry=entry)
        elif entry:
            result[key] = value
        else:
            raise DataPackError(pack, here, _unknown(key, old, "entry or field"))
    return result


def _replaced(pack: str, place: str, old: Any, new: Any, *, entry: bool) -> Any:  # values of TOML
    if isinstance(old, dict) and isinstance(new, dict):
        return _merged(pack, place, old, new, entry=entry)
    if _entries(old):
        if not isinstance(new, dict):
            raise DataPackError(pack, place, f"is {_kind(new)}, where the game has entries by their ids")
        ids = [one["id"] for one in old]
        for id in new:
            if id not in ids:
                raise DataPackError(pack, f"{place}.{id}", _unknown(id, ids, "entry"))
        return [
            _replaced(pack, f"{place}.{one['id']}", one, new[one["id"]], entry=True) if one["id"] in new else one
            for one in old
        ]
    if _kind(old) != _kind(new):
        raise DataPackError(pack, place, f"is {_kind(new)}, where the game has {_kind(old)}")
    return new


def _entries(value: Any) -> bool:
    """Whether this is a list of tables that are told apart by their ids."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) and "id" in one for one in value)


def _kind(value: Any) -> str:
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list", dict: "a table"}
    return kinds.get(type(value), type(value).__name__)


def _unknown(name: str, known: Collection[str], what: str) -> str:
    return f"there is no {what} {name!r}; there are: {', '.join(sorted(known))}"
