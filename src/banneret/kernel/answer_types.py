"""The types of a game's answers and the values of their fields, each computed once."""

from __future__ import annotations

from typing import Any

from banneret.kernel.choosers import Action
from banneret.kernel.rulebook import Rulebook

_UNIONS: dict[tuple[type[Action], ...], Any] = {}  # a union type, which has no type of its own


def union_of(actions: tuple[type[Action], ...]) -> Any:  # a union type, as above
    """Return the union of types of answers."""
    if actions not in _UNIONS:
        union: Any = actions[0]
        for action in actions[1:]:
            union = union | action
        _UNIONS[actions] = union
    return _UNIONS[actions]


_SETS: dict[int, tuple[Any, dict[str, frozenset[Any]]]] = {}


def domain_sets(rulebook: Rulebook[Any]) -> dict[str, frozenset[Any]]:
    """Return the values of each domain of a game."""
    domains = rulebook.domains
    found = _SETS.get(id(domains))
    if found is None:  # the mapping is kept too, so that its id is not reused
        found = _SETS[id(domains)] = (domains, {name: frozenset(values) for name, values in domains.items()})
    return found[1]
