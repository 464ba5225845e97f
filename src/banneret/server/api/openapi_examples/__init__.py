"""Examples for the description of the HTTP interface: real structs, so that they cannot be wrong in form.

The game in them is made up, for the server knows none.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.server.api.openapi_examples.armies import ARMIES
from banneret.server.api.openapi_examples.show import SHOWN
from banneret.server.api.openapi_examples.tables import TABLES

EXAMPLES: Final[dict[type, Any]] = TABLES | SHOWN | ARMIES
"""Struct -> an example of it."""
