"""Examples for the OpenAPI description, as instances of the structs, so that their form is valid.

Their game is fictitious, because the server does not know any game.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.server.api.openapi_examples.armies import ARMIES
from banneret.server.api.openapi_examples.show import SHOWN
from banneret.server.api.openapi_examples.tables import TABLES

EXAMPLES: Final[dict[type, Any]] = TABLES | SHOWN | ARMIES
"""An example of each struct."""
