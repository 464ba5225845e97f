"""Optional parts of games beyond the rules, such as drawings or an evaluation: attributes of the rulebook.

Each optional part has a type in the package that uses it, and an attribute of the rulebook that holds an object of
that type. A rulebook without the attribute, or with None, does not offer the part. Use `offered` to find out; each
package wraps it in a function of its own:

| attribute | type | found by |
| --- | --- | --- |
| `showing` | `show.showing.Showing`: drawing, placings, panels | `show.showing.showing_of` |
| `cards` | `show.card.CardSource`: components described as data | `show.card.cards_of` |
| `judging` | `bots.judging.Judging`: evaluation of positions and options | `bots.judging.judging_of` |
| `guide` | `show.guide.Guide`: a guided first round | `show.guide.guide_of` |
| `introduction` | `show.introduction.Introduction`: facts for newcomers | `show.introduction.introduction_of` |
| `odds` | `odds.OddsSource`: exact odds of answers and constructed cases | `odds.odds_of` |
| `threats` | `show.threats.ThreatSource`: where things can move, charge and shoot | `show.threats.threats_of` |
| `terminal` | `show.terminal.Terminal`: lines and tables for a terminal | `show.terminal.terminal_of` |
| `armies` | `content.army_lists.ListMaker`: army lists | `content.army_lists.armies_of` |
| `benchmark` | tuple of `bots.benchmark_tasks.BenchmarkTask` to measure players | `bots.benchmark_tasks.tasks_of` |
| `suite` | tuple of `bots.suites.Problem`: positions with good and bad answers | `bots.suites.suite_of` |
| `encoding` | `encoding.Encoding`: positions as integers for learning agents | `encoding.encoding_of` |
| `twins` | `testing.twins.Twins`: worlds that differ in one secret | `testing.twins.twin_of` |

Parts that are slow to import should be a `functools.cached_property` that imports them.
"""

from __future__ import annotations

from typing import Any, TypeVar

from banneret.kernel.rulebook import Rulebook

P = TypeVar("P")


def offered(book: Rulebook[Any], name: str, kind: type[P]) -> P | None:
    """Return the optional part of a game in the attribute `name`, or None if the game does not offer it.

    Raises TypeError if the value is not an instance of the type (or runtime protocol) `kind`.
    """
    there = hasattr(type(book), name) or name in vars(
        book
    )  # an error inside a property must not look like a missing attribute
    found = getattr(book, name) if there else None
    if found is None or isinstance(found, kind):
        return found
    raise TypeError(f"{book.id}: {name} is a {type(found).__name__}, not a {kind.__name__}")
