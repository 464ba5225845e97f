"""Logs: for people on a terminal, or a JSON line each for machines. Neither holds cookies, tokens or secrets."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

from banneret.server.settings import Settings


def set_up_logs(settings: Settings) -> None:
    """Let everything be logged alike, to standard error."""
    level = logging.getLevelNamesMapping().get(settings.log_level.upper(), logging.INFO)
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: Any = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    errors: list[Any] = [structlog.processors.format_exc_info] if settings.log_format == "json" else []
    structlog.configure(
        processors=[*shared, *errors, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *errors, last]
    )
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(level, logging.INFO))
    for quiet in ("uvicorn.error", "uvicorn.access", "httpx", "alembic", "alembic.runtime.migration"):
        logging.getLogger(quiet).setLevel(logging.WARNING)
