"""`/api/v1/about`: who runs the server, and what it keeps for how long."""

from __future__ import annotations

from typing import Literal

import msgspec
import structlog
from litestar import get
from litestar.params import FromQuery

from banneret.server.api.dependencies import Parts
from banneret.server.ops.legal import text_of
from banneret.server.ops.retention import USAGE_DAYS
from banneret.server.settings import Settings

log = structlog.get_logger()


class Retained(msgspec.Struct, frozen=True):
    """For how long the server keeps what, in days; 0: until the host removes it."""

    guests: int
    """Since the last visit."""
    sessions: int
    """Since the last visit."""
    waiting_tables: int
    """Since somebody sat down at a table whose match has not begun."""
    dead_tables: int
    """Since the last answer at a running, halted or closed table."""
    reports: int
    """Resolved reports and the audit log."""
    notices: int
    usage: int
    backups: int
    """The age of the oldest scheduled backup; 0: none are written."""


class About(msgspec.Struct, frozen=True):
    """What the host says of the server: plain text, in which `# ` begins a heading and `- ` an item of a list."""

    imprint: str | None
    """Null: the host has set none."""
    privacy: str | None
    """Null: the default text of the page applies."""
    retained: Retained


@get("/api/v1/about", operation_id="about", summary="Imprint and privacy", tags=["people"], opt={"rate": "reads"})
async def about(services: Parts, lang: FromQuery[Literal["en", "de", "hu", "qps"]] = "en") -> About:
    """Return imprint and privacy text of the host, and for how long the server keeps what."""
    settings = services.settings
    return About(_text(settings.imprint_file, lang), _text(settings.privacy_file, lang), _retained(settings))


def _text(file: str, lang: str) -> str | None:
    try:
        return text_of(file, lang)
    except (OSError, ValueError) as error:
        log.error("text of the host cannot be read", file=file, error=str(error))
        return None


def _retained(settings: Settings) -> Retained:
    return Retained(
        guests=settings.retain_guest_days,
        sessions=settings.session_days,
        waiting_tables=settings.retain_waiting_days,
        dead_tables=settings.retain_dead_days,
        reports=settings.retain_report_days,
        notices=settings.retain_notice_days,
        usage=USAGE_DAYS,
        backups=round(settings.backup_hours * settings.backups_kept / 24 + 0.5) if settings.backup_hours else 0,
    )
