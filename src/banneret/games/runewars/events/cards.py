"""What cards do."""

from __future__ import annotations

from banneret.kernel.events import Event


class SurgesSpent(Event, frozen=True, tag="surges"):
    """A unit spends surges on an ability."""

    unit: str
    ability: str
    surges: int
    rule: str = "rw:31.1"


class SkillUsed(Event, frozen=True, tag="skill"):
    """A unit resolves a skill."""

    unit: str
    ability: str
    rule: str = "rw:34.4"


class CardExhausted(Event, frozen=True, tag="exhausted"):
    """An upgrade is exhausted for its effect."""

    unit: str
    card: str
    rule: str = "rw:32.0"


class CardReadied(Event, frozen=True, tag="readied"):
    """An upgrade is readied."""

    unit: str
    card: str
    rule: str = "rw:15.5"


class CardDiscarded(Event, frozen=True, tag="discarded"):
    """An upgrade is discarded."""

    unit: str
    card: str
    rule: str = "rw:15.3"


class ConditionTaken(Event, frozen=True, tag="condition"):
    """A unit gets a condition card."""

    unit: str
    condition: str
    rule: str = "rw:golden.2"


class MarksPut(Event, frozen=True, tag="marks"):
    """So many tokens lie on a card of a unit now."""

    unit: str
    card: str
    number: int
    rule: str = "rw:golden.2"
