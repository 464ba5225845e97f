"""People and a moment that the other examples use."""

from __future__ import annotations

from typing import Final

from banneret.server.live.summaries import Who

ANN: Final = Who("dGhlIGZpcnN0", "Ann")
BEA: Final = Who("dGhlIHNlY29u", "Bea")
AT: Final = 1_800_000_000_000
