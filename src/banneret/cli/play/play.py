"""`banneret play`: a match in the terminal."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import typer

from banneret.bots import BotError, bot_factory, check_style
from banneret.cli.consoles import INTERRUPTED, fail, note, out, reported
from banneret.cli.play.session import Quit, Session
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record, RecordError
from banneret.kernel.rulebook import OptionError, Rulebook


class PlayArguments(NamedTuple):
    """The command-line arguments."""

    seats: int | None
    you: str | None
    bots: str
    seed: str | None
    options: Sequence[str]
    save: Path | None
    resume: Path | None
    bot_code: Sequence[Path] = ()
    language: str = "en"


def play(book: Rulebook[Any], given: PlayArguments) -> None:
    """Play a new or saved match until it is over or interrupted."""
    with reported():
        match = _resumed(book, given) if given.resume is not None else _new(book, given)
        people = _people(match, given.you)
        bots = _bots(match, people, given.bots, given.bot_code)
        path = _path(book, given)
        session = Session(match, people, bots, path, out(), given.language)
    names = book.seat_names(match.state)
    again = f"banneret play {book.id} --resume {path} --you {','.join(names[seat] for seat in people)}"
    if given.bots != "random":
        again += f" --bots {given.bots}" + "".join(f" --bot-code {path}" for path in given.bot_code)
    if given.language != "en":
        again += f" --language {given.language}"
    try:
        with reported():
            session.play()
    except (Quit, EOFError):
        note(f"Saved to {path}. Continue with: {again}")
    except KeyboardInterrupt:
        note(f"\nInterrupted. Saved to {path}. Continue with: {again}")
        raise typer.Exit(INTERRUPTED) from None
    except typer.Exit:
        raise
    except Exception as error:
        fail(f"a rule failed: {type(error).__name__}: {error}. The match before the error is saved: {path}")
    else:
        note(f"The match is saved to {path}. Replay it with: banneret replay {path}")
    if session.refused:
        fail(f"{session.refused} input lines were refused (see above)")


def game_options(book: Rulebook[Any], seats: int, wanted: Iterable[str]) -> dict[str, Any]:
    """Parse the options of a match: `name=value` (JSON or a string), `name` for true, `name=@file.toml` for a file."""
    options = {}
    for one in wanted:
        name, given, value = one.partition("=")
        if value.startswith("@"):
            options[name.strip()] = _file_option(name.strip(), Path(value[1:]))
            continue
        try:
            options[name.strip()] = msgspec.json.decode(value) if given else True
        except (msgspec.DecodeError, RecursionError):
            options[name.strip()] = value
    try:
        book.options(options, seats)
    except OptionError as error:
        raise typer.BadParameter(str(error), param_hint="--option") from None
    return options


def _file_option(name: str, path: Path) -> Any:  # any content of TOML or JSON
    try:
        text = path.read_text("utf-8")
        return msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        why = f"cannot read {path}: {error.strerror}"
    except (tomllib.TOMLDecodeError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = f"{path} is not valid {'JSON' if path.suffix == '.json' else 'TOML'}: {error}"
    raise typer.BadParameter(f"{name}: {why}", param_hint="--option")


def checked_seats(book: Rulebook[Any], seats: int | None) -> int:
    """Return the number of seats, or the default of the game if None."""
    if seats is None:
        return book.seats_at_first()
    if seats not in book.seats:
        raise typer.BadParameter(
            f"{seats} is not supported; {book.id} can have {', '.join(map(str, book.seats))}", param_hint="--seats"
        )
    return seats


def checked_bot(given: str, code: Sequence[Path], option: str) -> str:
    """Return the only bot that an option names. A file of `--bot-code` is named without `.py`."""
    names = checked_entries(given, None, code, option)
    if len(names) != 1:
        raise typer.BadParameter(f"expected one bot, not {len(names)}", param_hint=option)
    return names[0]


def checked_bots(given: str, book: Rulebook[Any], seats: int, code: Sequence[Path] = ()) -> tuple[str, ...]:
    """Return a bot for each seat: one name for all, or a name for each.

    A file of `--bot-code` is named without `.py`.
    """
    return for_seats(checked_entries(given, book, code), seats)


def for_seats(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return a name for each seat, from one for all or one for each."""
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise typer.BadParameter(
            f"{len(names)} bots for {seats} seats; give one bot, or one for each seat", param_hint="--bots"
        )
    return names


def checked_entries(
    given: str, book: Rulebook[Any] | None, code: Sequence[Path] = (), option: str = "--bots"
) -> tuple[str, ...]:
    """Return the named bots, in any number, for a game if it is known already.

    A file of `--bot-code` is named without `.py`.
    """
    names = named_bots(given, code)
    for name in names:
        try:
            bot_factory(name)(0)
            if book is not None:
                check_style(name, book)
        except BotError as error:
            raise bad_bot(error, name in map(str, code), option) from None
    return names


def named_bots(given: str, code: Sequence[Path] = ()) -> tuple[str, ...]:
    """Return the full names of bots, without checking that they exist."""
    own = {path.stem: str(path) for path in code}
    return tuple(own.get(name.strip(), name.strip()) for name in given.split(","))


def bad_bot(error: BotError, is_code: bool, option: str = "--bots") -> typer.BadParameter:
    """Return the error for an unknown bot named by `option`."""
    return typer.BadParameter(str(error), param_hint="--bot-code" if is_code else option)


def _new(book: Rulebook[Any], given: PlayArguments) -> Match[Any]:
    seats = checked_seats(book, given.seats)
    options = game_options(book, seats, given.options)
    if "confirm_orders" in {field.name for field in msgspec.structs.fields(book.Options)}:
        options = {"confirm_orders": True} | options  # people want to review their orders
    return new_match(book.id, seats=seats, seed=seed_of(given.seed), options=options)


def seed_of(text: str | None) -> int | str | None:
    """Return the seed as a number if possible."""
    return int(text) if text is not None and text.lstrip("-").isdecimal() else text


def _resumed(book: Rulebook[Any], given: PlayArguments) -> Match[Any]:
    for option, value in (("--seats", given.seats), ("--seed", given.seed), ("--option", given.options or None)):
        if value is not None:
            raise typer.BadParameter("cannot be changed for a saved match", param_hint=option)
    path = Path(str(given.resume))
    record = Record.read(path)
    if record.setup.get("rulebook") != book.id:
        raise RecordError(str(path), 1, f"this is a match of {record.setup.get('rulebook')!r}, not {book.id!r}")
    match = record.replay(source=str(path))
    if match.outcome is not None:
        raise RecordError(str(path), len(record.entries) + 2, "this match is over; use `banneret replay` to watch it")
    return match


def _people(match: Match[Any], you: str | None) -> list[int]:
    names = match.rulebook.seat_names(match.state)
    if you is None:
        return [0]
    seats = []
    for name in (part.strip() for part in you.split(",")):
        if name not in names:
            raise typer.BadParameter(f"no {name!r} in this match; choose from {', '.join(names)}", param_hint="--you")
        seats.append(names.index(name))
    return sorted(set(seats))


def _bots(match: Match[Any], people: list[int], given: str, code: Sequence[Path]) -> dict[int, str]:
    others = [seat for seat in range(match.seats) if seat not in people]
    return dict(zip(others, checked_bots(given, match.rulebook, len(others), code), strict=True)) if others else {}


def _path(book: Rulebook[Any], given: PlayArguments) -> Path:
    if given.save is not None:
        if given.save.exists() and given.save != given.resume:
            fail(f"{given.save} already exists; use --resume to continue it, or choose another file")
        return given.save
    if given.resume is not None:
        return given.resume
    return next(path for n in count(1) if not (path := Path(f"{book.id}-{n}.record")).exists())
