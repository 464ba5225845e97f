"""Traces nest from the request to judging, commit, publishing and the socket; without the setting there are none."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from banneret.kernel import notation
from banneret.server.live.onlookers import Looking
from banneret.server.ops.metrics import Measures
from banneret.server.ops.requests import Observed
from banneret.server.services import Services
from banneret.server.settings import Settings, SettingsError
from banneret.server.traces import check_traces, current, processing, root_span, span, tracing
from tests.commands import PATIENCE
from tests.server.conftest import Client
from tests.server.playing import guests, table_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def exporter() -> Iterator[InMemorySpanExporter]:
    made = InMemorySpanExporter()
    with processing(SimpleSpanProcessor(made)):
        yield made


def parents(spans: tuple[ReadableSpan, ...]) -> dict[str, str]:
    """Return the name of each span's parent, "" for a root."""
    names = {one.context.span_id: one.name for one in spans if one.context is not None}
    return {one.name: names[one.parent.span_id] if one.parent is not None else "" for one in spans}


async def test_spans_nest_from_the_entry_to_judging_commit_publishing_and_socket(
    exporter: InMemorySpanExporter, services: Services
) -> None:
    ann, bea, cid = await guests(services, 3)
    table = (await table_of(services, [ann, bea, cid])).id
    hosted = await services.host.hosted(table)
    looking = Looking(table, ann.id, frozenset({0}), drawn=False, language="en")
    services.live.enter(looking)
    exporter.clear()
    option = hosted.match.asking[0].options.listed[0]
    with span("request"):
        await services.host.answer(table, 0, hosted.asks()[0], notation.write(option))
    with span("send", looking.trace):  # by the task of the connection, later
        pass
    services.live.leave(looking)
    assert parents(exporter.get_finished_spans()) == {
        "judge": "entry",
        "commit": "entry",
        "publish": "entry",
        "entry": "request",
        "request": "",
        "send": "publish",
    }


async def test_each_answer_of_a_bot_begins_a_trace(exporter: InMemorySpanExporter, services: Services) -> None:
    (ann,) = await guests(services, 1)
    await table_of(services, [ann, "random", "random"])
    services.thinking._stopping = True  # nobody thinks about what is asked next
    thinking = [task for _, task in services.thinking._tasks.values()]
    await asyncio.wait_for(asyncio.gather(*thinking), PATIENCE)
    found = parents(exporter.get_finished_spans())
    assert (found["bot answer"], found["think"], found["entry"]) == ("", "bot answer", "bot answer")


async def test_the_span_of_a_request_has_the_name_of_its_route(exporter: InMemorySpanExporter, client: Client) -> None:
    client._transport.app = Observed(client.app, Measures())  # type: ignore[attr-defined]  # an ASGI transport
    response = await client.get("/api/v1/tables/none")
    (request,) = (one for one in exporter.get_finished_spans() if one.name.startswith("GET"))
    assert request.name == "GET /api/v1/tables/{table}"
    assert request.attributes is not None
    assert request.attributes["http.response.status_code"] == response.status_code
    assert request.attributes["banneret.request"] == response.headers["x-request-id"]


def test_spans_are_sent_to_the_address_of_the_setting() -> None:
    received: list[tuple[str, bytes]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.path, self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        serving = Thread(target=collector.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        try:
            with tracing(Settings(traces=f"http://127.0.0.1:{collector.server_port}/v1/traces")), span("judge"):
                pass
        finally:
            collector.shutdown()
            serving.join()
    ((path, _),) = received
    assert path == "/v1/traces"


def test_without_the_setting_nothing_is_traced() -> None:
    with tracing(Settings()), span("request") as traced, root_span("bot answer") as apart:
        assert traced is None
        assert apart is None
    assert current() is None
    check_traces(Settings())
    with pytest.raises(SettingsError, match="traces"):
        check_traces(Settings(traces="localhost:4318"))
