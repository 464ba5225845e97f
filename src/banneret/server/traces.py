"""Traces with OpenTelemetry: spans of requests, rule checks, commits and socket messages. Off unless `traces` is set.

Spans contain no answers, names or error messages, because a collector is less protected than the database.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import banneret
from banneret.server.settings import Settings, SettingsError

if TYPE_CHECKING:  # installed with the extra [telemetry]
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import SpanProcessor
    from opentelemetry.trace import Span, Tracer

_OFF: Final = nullcontext()
_EXPORT_SECONDS: Final = 5


class _Tracing:
    """The current tracer."""

    tracer: Tracer | None = None


def span(name: str, parent: Context | None = None, **attributes: str | int) -> AbstractContextManager[Span | None]:
    """Return a context in which a span is open; it yields None if traces are off.

    The parent is the span that is open now, or that of a `current` context.
    """
    if _Tracing.tracer is None:
        return _OFF
    return _Tracing.tracer.start_as_current_span(
        name, parent, attributes=attributes, record_exception=False, set_status_on_exception=False
    )


def root_span(name: str, **attributes: str | int) -> AbstractContextManager[Span | None]:
    """Return a context in which the first span of a new trace is open; it yields None if traces are off."""
    if _Tracing.tracer is None:
        return _OFF
    from opentelemetry.context import Context  # noqa: PLC0415  # installed with the extra

    return span(name, Context(), **attributes)


def current() -> Context | None:
    """Return the context of the open span, for a task that continues its work later; None if traces are off."""
    if _Tracing.tracer is None:
        return None
    from opentelemetry.context import get_current  # noqa: PLC0415  # installed with the extra

    return get_current()


def check_traces(settings: Settings) -> None:
    """Raise SettingsError if traces cannot be exported to the configured address."""
    if not settings.traces:
        return
    if urlsplit(settings.traces).scheme not in ("http", "https"):
        raise SettingsError("traces: not an address such as http://127.0.0.1:4318/v1/traces.")
    if find_spec("opentelemetry") is None:
        raise SettingsError("traces: this needs the extra [telemetry]: pip install 'banneret[server,telemetry]'.")


@contextmanager
def tracing(settings: Settings) -> Iterator[None]:
    """Export spans within the context. The settings must have passed `check_traces`."""
    if not settings.traces:
        yield
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415  # installed with the extra
        OTLPSpanExporter,
    )
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415  # as above

    with processing(BatchSpanProcessor(OTLPSpanExporter(endpoint=settings.traces, timeout=_EXPORT_SECONDS))):
        yield


@contextmanager
def processing(processor: SpanProcessor) -> Iterator[None]:
    """Send spans to a processor, which is shut down at the end."""
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415  # installed with the extra
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415  # as above

    about: dict[str, Any] = {"service.name": "banneret", "service.version": banneret.__version__}
    provider = TracerProvider(resource=Resource.create(about), shutdown_on_exit=False)
    provider.add_span_processor(processor)
    before, _Tracing.tracer = _Tracing.tracer, provider.get_tracer("banneret")
    try:
        yield
    finally:
        _Tracing.tracer = before
        provider.shutdown()
