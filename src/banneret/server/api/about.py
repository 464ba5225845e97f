"""`/api/v1/about`: the server's imprint, privacy text and retention periods."""

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
    """Retention periods in days; 0 means until removed by the operator."""

    guests: int
    """Days since the last visit."""
    sessions: int
    """Days since the last visit."""
    waiting_tables: int
    """Days since a person last joined a table whose match has not started."""
    dead_tables: int
    """Days since the last answer at a running, halted or closed table."""
    reports: int
    """Days for resolved reports and the audit log."""
    notices: int
    usage: int
    backups: int
    """Age in days of the oldest scheduled backup; 0 if none are written."""


class About(msgspec.Struct, frozen=True):
    """The operator's texts about the server: plain text, where `# ` begins a heading and `- ` a list item."""

    imprint: str | None
    """Null if the operator has not set one."""
    privacy: str | None
    """Null for the default text of the web page."""
    retained: Retained


@get("/api/v1/about", operation_id="about", summary="Imprint and privacy", tags=["people"], opt={"rate": "reads"})
async def about(services: Parts, lang: FromQuery[Literal["en", "de", "hu", "qps"]] = "en") -> About:
    """Return the operator's imprint and privacy text, and the retention periods."""
    settings = services.settings
    return About(_text(settings.imprint_file, lang), _text(settings.privacy_file, lang), _retained(settings))


def _text(file: str, lang: str) -> str | None:
    try:
        return text_of(file, lang)
    except (OSError, ValueError) as error:
        log.error("text of the operator cannot be read", file=file, error=str(error))
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
