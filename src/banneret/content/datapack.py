"""Data packs: corrections to a game's data files, for example by owners of the printed game.

A pack is a TOML file, or the equivalent `data_pack` option of a match, which the record keeps in full:

    game = "toy"
    name = "my-box"
    about = "Read from the cards of my copy"

    [change.units.unit.riders.move]
    green = 3

The first level below `change` is the name of a data file; the levels below follow its content: tables by name, entries
of an array of tables by id, down to values. A table is merged into the existing table; any other value replaces the
existing one and must be of the same kind. A pack only corrects: it neither adds nor removes entries, but can give an
entry a field that it leaves to its default. The game itself checks which fields and values are valid.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

MAX_BYTES: Final = 64 * 1024
"""Maximum size of a pack as JSON: matches store their pack, and servers store the matches."""
_HASH_CHARS: Final = 12


class DataPackError(ValueError):
    """A mistake in a data pack: pack, location, and the problem."""

    def __init__(self, pack: str, place: str, problem: str) -> None:
        super().__init__(f"data pack {pack}: {place}: {problem}")
        self.pack = pack
        self.place = place
        self.problem = problem


class DataPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Corrections to the data of one game; the keys of `change` are data files, without `.toml`."""

    game: str
    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9.-]{0,39}$")]
    change: Annotated[dict[str, dict[str, Any]], msgspec.Meta(min_length=1)]
    about: str = ""

    @property
    def digest(self) -> str:
        """Hash that identifies the pack by game and corrections, independent of notation."""
        canonical = msgspec.json.encode([self.game, self.change], order="sorted")
        return hashlib.sha256(canonical).hexdigest()

    @property
    def hash(self) -> str:
        """The beginning of the hash, for people."""
        return self.digest[:_HASH_CHARS]

    @property
    def label(self) -> str:
        """Name and hash, as shown at a table."""
        return f"{self.name} ({self.hash})"

    def check(self, game: str, files: Collection[str]) -> None:
        """Refuse a pack that is for another game, names unknown data files, or is too large. Raises DataPackError."""
        if self.game != game:
            raise DataPackError(self.name, "game", f"the pack is for {self.game!r}, not for {game!r}")
        for file in self.change:
            if file not in files:
                raise DataPackError(self.name, f"change.{file}", _unknown(file, files, "data file"))
        size = len(msgspec.json.encode(self.change))
        if size > MAX_BYTES:
            raise DataPackError(self.name, "change", f"is too large: {size} bytes; the maximum is {MAX_BYTES}")

    def apply(self, file: str, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return a corrected copy of the content of a data file.

        Raises DataPackError for a location that is not in the file, or a value of another kind.
        """
        return _merged(self.name, f"change.{file}", content, self.change.get(file, {}), entry=False)


def read_pack(path: str | Path) -> DataPack:
    """Read a pack from a TOML file. Raises DataPackError, or OSError if the file cannot be read."""
    name = Path(path).name
    try:
        return convert_pack(tomllib.loads(Path(path).read_text("utf-8")), name)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataPackError(name, "whole file", f"is not valid TOML: {error}") from None


def convert_pack(raw: object, name: str = "given") -> DataPack:
    """Convert plain data, such as a match option, to a pack. Raises DataPackError."""
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


def _replaced(pack: str, place: str, old: Any, new: Any, *, entry: bool) -> Any:  # values from TOML
    if isinstance(old, dict) and isinstance(new, dict):
        return _merged(pack, place, old, new, entry=entry)
    if _entries(old):
        if not isinstance(new, dict):
            raise DataPackError(pack, place, f"is {_kind(new)}; the game has entries by id here")
        ids = [one["id"] for one in old]
        for id in new:
            if id not in ids:
                raise DataPackError(pack, f"{place}.{id}", _unknown(id, ids, "entry"))
        return [
            _replaced(pack, f"{place}.{one['id']}", one, new[one["id"]], entry=True) if one["id"] in new else one
            for one in old
        ]
    if _kind(old) != _kind(new):
        raise DataPackError(pack, place, f"is {_kind(new)}; the game has {_kind(old)} here")
    return new


def _entries(value: Any) -> bool:
    """Whether this is an array of tables identified by their ids."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) and "id" in one for one in value)


def _kind(value: Any) -> str:
    numbers = {int: "a number", float: "a number"}
    kinds = numbers | {bool: "true or false", str: "a string", list: "a list", dict: "a table"}
    return kinds.get(type(value), type(value).__name__)


def _unknown(name: str, known: Collection[str], what: str) -> str:
    return f"unknown {what} {name!r}; known: {', '.join(sorted(known))}"
