"""Interface of the optional attribute `odds` of a rulebook, and the functions that use it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, IllegalAction
from banneret.kernel.match import Match
from banneret.kernel.offers import offered
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import Rulebook
from banneret.odds.cases import CaseError, Field, completed
from banneret.odds.results import Matrix, Odds

S = TypeVar("S")

IMAGINED = 1
"""Seed of the world in which odds are computed; the odds do not depend on it."""


class OddsSource(ABC, Generic[S]):
    """Computes the odds of one game. `S` is its state.

    The states passed to it are imagined: hidden information has been redealt, and the odds must not depend on it.
    """

    kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of questions whose answers may have odds."""
    units: ClassVar[tuple[str, str] | None] = None
    """Ids of the fields for the attacking and the defending unit, the axes of the matrix; None if there are none."""

    @abstractmethod
    def of(self, state: S, ask: Ask, action: Action) -> tuple[Odds, ...]:
        """Return the odds of a legal action, one for each possible target; empty if the action has no odds."""

    def fields(self) -> tuple[Field, ...]:
        """Return the fields of a hypothetical case; empty if the game supports none."""
        return ()

    def case(self, given: Mapping[str, str]) -> Odds:
        """Return the odds of a case with a valid value in every field. Raises CaseError for invalid combinations."""
        raise CaseError("this game has no cases")


def odds_of(book: Rulebook[Any]) -> OddsSource[Any] | None:
    """Return the odds source of a game, or None."""
    return offered(book, "odds", OddsSource)  # type: ignore[type-abstract]  # not instantiated


def has_odds(book: Rulebook[Any], ask: Ask) -> bool:
    """Return True if answers to a question may have odds."""
    source = odds_of(book)
    return source is not None and ask.kind in source.kinds


def of(match: Match[Any], seat: int, action: Action | str) -> tuple[Odds, ...]:
    """Return the odds of an answer to a seat's question, given what the seat knows.

    There is one result for each possible target; none if the answer has no odds, or the game offers none. Raises
    ValueError if the seat has no open question, and IllegalAction for an illegal answer.
    """
    return imagined(match, seat, action)()


def imagined(match: Match[Any], seat: int, action: Action | str) -> Callable[[], tuple[Odds, ...]]:
    """Return a function that computes `of` on a separate state, so that it can run in another thread than the match.

    Raises the same errors as `of`, immediately.
    """
    if seat not in match.asking:
        raise ValueError(f"seat {seat!r} is not asked anything now")
    refusal, read = match.judge(seat, action)
    if refusal is not None:
        tried = action if isinstance(action, str) else notation.write(action)
        raise IllegalAction(refusal, seat, tried)
    source = odds_of(match.rulebook)
    if source is None:
        return tuple
    world = match.imagine(seat, IMAGINED)
    return partial(source.of, world.state, world.asking[seat], read)


def fields(game: str) -> tuple[Field, ...]:
    """Return the fields of a game's hypothetical cases.

    Raises CaseError if it has none, and LookupError for an unknown game.
    """
    source = _source(game)
    found = source.fields()
    if not found:
        raise CaseError(f"{game} has no cases")
    units = source.units or ()
    return tuple(msgspec.structs.replace(one, compared=True) if one.id in units else one for one in found)


def case(game: str, given: Mapping[str, str]) -> Odds:
    """Return the odds of a hypothetical case; omitted fields have their initial values.

    Raises CaseError for unknown fields and impossible values, LookupError for an unknown game.
    """
    return _source(game).case(completed(fields(game), given))


def matrix(game: str, given: Mapping[str, str]) -> Matrix:
    """Return the odds of every unit against every other; `given` sets the other fields, or fixes one of the units.

    Raises CaseError if the game has no units to compare, and the errors of `case`.
    """
    source, known = _source(game), {field.id: field for field in fields(game)}
    if source.units is None:
        raise CaseError(f"{game} has no units to compare")
    attacker, defender = source.units
    values = completed(known.values(), given)
    rows, columns = ([given[id]] if id in given else [*known[id].choices] for id in (attacker, defender))
    cells = [[_cell(source, {**values, attacker: one, defender: other}) for other in columns] for one in rows]
    what = next((cell.spreads[0].what for row in cells for cell in row if cell is not None and cell.spreads), None)
    if what is None:
        raise CaseError(f"{game}: no unit can attack in this case")
    return Matrix(
        tuple(rows),
        tuple(columns),
        what,
        tuple(tuple(None if cell is None else cell.spreads[0].mean for cell in row) for row in cells),
        tuple(tuple(None if cell is None else cell.destroys for cell in row) for row in cells),
    )


def _cell(source: OddsSource[Any], values: Mapping[str, str]) -> Odds | None:
    try:
        return source.case(values)
    except CaseError:  # such as a unit without this kind of attack
        return None


def _source(game: str) -> OddsSource[Any]:
    source = odds_of(rulebook(game))
    if source is None:
        raise CaseError(f"{game} offers no odds")
    return source
