"""What handlers are given beside what the request says: the server's parts, and who asks."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency

from banneret.server.people.accounts import Person
from banneret.server.services import Services

Parts: TypeAlias = NamedDependency[Services]
SignedIn: TypeAlias = NamedDependency[Person]
"""Who asks; a request by nobody is refused before the handler."""
Anybody: TypeAlias = NamedDependency[Person | None]
"""Who asks, or nobody."""
