"""Dependencies and common parameters of handlers."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from litestar.di import NamedDependency
from litestar.params import QueryParameter

from banneret.server.people.accounts import Person
from banneret.server.services import Services

Parts: TypeAlias = NamedDependency[Services]
SignedIn: TypeAlias = NamedDependency[Person]
"""The signed-in person; requests without one are rejected."""
Anybody: TypeAlias = NamedDependency[Person | None]
"""The signed-in person, or None."""
Language: TypeAlias = Literal["en", "de", "hu", "qps"]
"""A language of the texts; `qps` is a pseudo-language to test layouts."""
Lang: TypeAlias = Annotated[Language, QueryParameter(description="Language of the texts in the drawing.")]
