"""The example that plays with a language model, against a stub of its endpoint."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from banneret.agents import Player, TextMatch

EXAMPLE = Path(__file__).parents[2] / "examples" / "play_with_model.py"


class Stub(BaseHTTPRequestHandler):
    """Answers with nonsense first, then with the second option."""

    received: list[dict[str, Any]]

    def do_POST(self) -> None:
        self.received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        content = "I attack everybody." if len(self.received) == 1 else "Let me see.\nANSWER: 2"
        body = json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[str]:
    Stub.received = []
    with HTTPServer(("127.0.0.1", 0), Stub) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
        thread.join()


def test_a_model_plays_and_its_refused_answers_are_returned_to_it(endpoint: str) -> None:
    spec = importlib.util.spec_from_file_location("play_with_model", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    player = Player(TextMatch("battles", seed=1), 0)
    refused = example.play(player, example.Model(endpoint, "stub", "key"), 6)
    assert refused == 1
    assert len(Stub.received) == 7
    first, second = (one["messages"] for one in Stub.received[:2])
    assert first[0]["role"] == "system"
    assert "1. " in first[-1]["content"]
    assert second[-1]["content"].startswith("Refused: ")
    assert Stub.received[0]["model"] == "stub"
    assert len(player.table.match.answers) >= 6
