"""What handlers are given beside what the request says: the server's parts, and who asks."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from litestar.di import NamedDependency
from litestar.params import QueryParameter

from banneret.server.people.accounts import Person
from banneret.server.services import Services

Parts: TypeAlias = NamedDependency[Services]
SignedIn: TypeAlias = NamedDependency[Person]
"""Who asks; a request by nobody is refused before the handler."""
Anybody: TypeAlias = NamedDependency[Person | None]
"""Who asks, or nobody."""
Language: TypeAlias = Literal["en", "de", "hu", "qps"]
"""A language of the texts; `qps` is a pseudo-language to test layouts."""
Lang: TypeAlias = Annotated[Language, QueryParameter(description="Language of the texts in the drawing.")]
