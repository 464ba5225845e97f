"""Logging: readable text for a terminal, or JSON lines. Neither contains cookies, tokens or other secrets."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog

from banneret.server.settings import Settings

QUIET: Final = ("uvicorn.access", "httpx", "httpcore", "alembic", "asyncio", "aiosqlite", "litestar")
SECRET: Final = re.compile(r"cookie|token|password|authorization|secret|invite|salt|^key$", re.IGNORECASE)


def set_up_logs(settings: Settings) -> None:
    """Configure all logging, to standard error."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,  # without local variables, which contain secrets
        hide,
    ]
    last: Any = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last]
    )
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(level, logging.INFO))
    for quiet in QUIET:
        logging.getLogger(quiet).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def hide(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace secret fields of a log event (a processor)."""
    for name in event:
        if SECRET.search(name):
            event[name] = "(hidden)"
    return event
