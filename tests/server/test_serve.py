"""`banneret serve` as a host meets it: started in an empty folder, asked, observed, stopped."""

from __future__ import annotations

import asyncio
import json
import resource
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import websockets

from banneret.cli.host.serve import NEEDED
from banneret.server.ops.requests import CLOSED, GIVEN
from tests.commands import PATIENCE, run, run_process
from tests.server.processes import Serving, serving
from tests.server.servers import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A server in an empty folder, without any setting but for logs that a machine reads."""
    folder = tmp_path_factory.mktemp("served")
    with serving(folder, env={"BANNERET_LOG_FORMAT": "json"}) as one:
        yield one


def test_an_empty_folder_is_all_it_needs(served: Serving) -> None:
    assert served.get("/livez").json() == {"status": "ok"}
    assert served.get("/readyz").json()["status"] == "ok"
    page = served.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert (served.log.parent / "banneret-data" / "banneret.sqlite3").is_file()


def test_every_answer_has_an_id_that_its_line_in_the_log_has_too(served: Serving) -> None:
    first = served.get("/api/v1/rulebooks?invite=my-secret-link", Cookie="banneret=" + "s" * 43)
    second = served.get("/api/v1/rulebooks", **{"X-Request-Id": "from-the-proxy"})
    bad = served.get("/api/v1/nothing", **{"X-Request-Id": "x y"})
    assert second.headers["x-request-id"] == "from-the-proxy"
    assert bad.status_code == 404
    assert GIVEN.fullmatch(bad.headers["x-request-id"].encode())
    text = served.log.read_text()
    lines = {line["request"]: line for line in map(json.loads, text.splitlines()) if "request" in line}
    line = lines[first.headers["x-request-id"]]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/v1/rulebooks", 200)
    assert "my-secret-link" not in text
    assert "ssss" not in text


def test_a_client_that_leaves_in_the_middle_of_a_request_is_no_error_of_the_server(served: Serving) -> None:
    at = httpx.URL(served.url)
    with socket.create_connection((at.host, at.port or 0)) as client:
        start = "POST /api/v1/guests HTTP/1.1\r\nHost: here\r\nX-Request-Id: left-early\r\n"
        client.sendall(f'{start}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"name"'.encode())
    begun = time.monotonic()
    while '"left-early"' not in (text := served.log.read_text()):
        assert time.monotonic() - begun < PATIENCE, "the request is not logged"
        time.sleep(0.05)
    (line,) = [json.loads(one) for one in text.splitlines() if '"left-early"' in one]
    assert (line["level"], line["status"]) == ("info", CLOSED)


def test_figures_are_told_to_this_machine_alone(served: Serving) -> None:
    def figures() -> dict[str, float]:
        lines = served.get("/metrics").text.splitlines()
        return {name: float(value) for name, _, value in (x.rpartition(" ") for x in lines if not x.startswith("#"))}

    before = figures()
    httpx.post(served.url + "/api/v1/guests", json={"name": ""}, trust_env=False, timeout=PATIENCE)
    after = figures()
    asked = 'banneret_requests_total{method="POST",status="400"}'
    assert after[asked] - before.get(asked, 0) == 1
    assert after["banneret_request_seconds_count"] > before["banneret_request_seconds_count"]
    assert after['banneret_tables{status="running"}'] == 0
    assert served.get("/metrics", **{"X-Forwarded-For": "8.8.8.8"}).status_code == 404


def test_metrics_are_for_the_token_where_there_is_one(tmp_path: Path) -> None:
    with serving(tmp_path, env={"BANNERET_METRICS_TOKEN": "t0ken"}) as one:
        assert one.get("/metrics").status_code == 404
        assert one.get("/metrics", Authorization="Bearer other").status_code == 404
        assert one.get("/metrics", Authorization="Bearer t0ken").status_code == 200


async def _looking(url: str, by: int, served: Serving) -> tuple[int, list[int]]:
    """Look at a table with bots that think, stop the server; return close code and the bots' processes."""
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=PATIENCE) as client:
        token = (await client.post("/api/v1/guests?token=true", json={"name": "Ann"})).json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        places = [{"me": True}, {"bot": "search:400"}, {"bot": "search:400"}]
        table = {"rulebook": "thrones", "seats": 3, "places": places}
        made = await client.post("/api/v1/tables", json=table, headers=bearer)
        assert made.status_code == 201, made.text
    address = f"{url.replace('http', 'ws', 1)}/api/v1/tables/{made.json()['id']}/live?seats=0"
    async with websockets.connect(address, additional_headers=bearer, proxy=None, open_timeout=PATIENCE) as live:
        assert json.loads(await live.recv())["type"] == "state"
        async with asyncio.timeout(PATIENCE):
            while not (thinking := children(served.process.pid)):  # until the bots' processes have begun
                await asyncio.sleep(0.05)
        stopped = asyncio.ensure_future(asyncio.to_thread(served.stop, by))
        async for _ in live:  # to its end
            pass
        await stopped
        return live.close_code or 0, thinking


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_it_stops_by_itself_and_says_that_it_goes(tmp_path: Path, by: int) -> None:
    with serving(tmp_path) as one:
        code, thinking = asyncio.run(_looking(one.url, by, one))
        assert code == 1001
        assert one.process.returncode == 0, one.log.read_text()
        assert "Traceback" not in one.log.read_text()
        assert thinking
        end = time.monotonic() + PATIENCE  # what watches over their memory ends after them
        while any(map(alive, thinking)):
            assert time.monotonic() < end
            time.sleep(0.05)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that has ended meanwhile
            found += map(int, (task / "children").read_text().split())
    return found


def alive(pid: int) -> bool:
    """Return whether a process exists and is running."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


def test_two_servers_begin_on_one_database_at_once(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    env = {"BANNERET_DATABASE": postgres_url, "BANNERET_LIVE": redis_url}
    one_folder, two_folder = tmp_path / "one", tmp_path / "two"
    one_folder.mkdir()
    two_folder.mkdir()
    with serving(one_folder, env=env) as one, serving(two_folder, env=env) as two:
        assert one.get("/readyz").json() == two.get("/readyz").json() != {}
        one.stop()
        assert two.get("/readyz").status_code == 200


def test_once_tells_that_the_page_answers(tmp_path: Path) -> None:
    done = run_process("serve", "--once", "--port", "0", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "the database is ready" in done.out


def test_a_port_that_is_taken_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("serve", "--port", taken.getsockname()[1])
    assert done.code == 1
    assert "choose a port with --port" in done.err


@pytest.mark.parametrize("command", ["serve", "doctor", "verify", "backup", "restore"])
def test_without_the_extra_every_command_says_how_to_install_it(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.startswith("banneret.server")]:
        monkeypatch.delitem(sys.modules, name)
    for missing in NEEDED:
        monkeypatch.setitem(sys.modules, missing, None)
    done = run(command, *(["a-file"] if command in ("backup", "restore") else []))
    assert done.code == 1
    assert "pip install 'banneret[server]'" in done.err
    assert "Traceback" not in done.err


def test_a_bad_setting_is_named_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "banneret.toml"
    file.write_text("port = 99999\n")
    done = run("serve", "--config", file)
    assert (done.code, done.err.startswith(f"Error: {file}: port: ")) == (1, True)
    monkeypatch.setenv("BANNERET_LOG_LEVEL", "loud")
    done = run("doctor")
    assert (done.code, done.err.startswith("Error: BANNERET_LOG_LEVEL: log_level: ")) == (1, True)


def test_a_server_that_cannot_begin_says_why_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANNERET_DATABASE", f"postgresql://x:secret@127.0.0.1:{free_port()}/x")
    done = run_process("serve", "--port", "0", cwd=tmp_path)
    assert done.code == 1
    assert "the server cannot start" in done.err
    assert "nothing was changed" in done.err
    assert "Traceback" not in done.err
    assert "secret" not in done.err
    monkeypatch.setenv("BANNERET_DATABASE", "sqlite:////proc/nowhere/x.sqlite3")
    done = run_process("serve", "--port", "0", cwd=tmp_path)
    assert done.code == 1
    assert done.err.startswith("Error: The folder of the database cannot be made")


async def _asked(client: httpx.AsyncClient, path: str) -> dict[str, object]:
    """Return an answer to what one is asked."""
    ask = (await client.get(f"{path}/view?seats=0,1,2")).json()["state"]["asks"][0]
    return {"seat": ask["seat"], "ask": ask["id"], "do": ask["options"][0]["do"]}


@pytest.mark.anyio
async def test_a_disk_that_is_full_refuses_moves_and_is_used_again_when_there_is_room(tmp_path: Path) -> None:
    with serving(tmp_path) as one:
        async with httpx.AsyncClient(base_url=f"{one.url}/api/v1", trust_env=False, timeout=PATIENCE) as client:
            token = (await client.post("/guests?token=true", json={"name": "Ann"})).json()["token"]
            client.headers["authorization"] = f"Bearer {token}"
            new = {"rulebook": "thrones", "seats": 3, "places": [{"me": True}] * 3}
            path = f"/tables/{(await client.post('/tables', json=new)).json()['id']}"
            assert (await client.post(f"{path}/answers", json=await _asked(client, path))).status_code == 200
            _, hard = resource.prlimit(one.process.pid, resource.RLIMIT_FSIZE)
            largest = max(file.stat().st_size for file in (tmp_path / "banneret-data").iterdir())
            resource.prlimit(one.process.pid, resource.RLIMIT_FSIZE, (largest, hard))
            answer = await client.post(f"{path}/answers", json=await _asked(client, path))
            taken = 0
            while answer.status_code == 200:  # new data fits for a while
                taken += 1
                answer = await client.post(f"{path}/answers", json=await _asked(client, path))
            assert (answer.status_code, answer.json()["title"]) == (503, "storage")
            assert "nothing was changed" in answer.json()["detail"]
            assert (await client.get(f"{one.url}/readyz")).status_code == 503
            stood = (await client.get(f"{path}/view?seats=0,1,2")).json()
            assert (await client.post(f"{path}/answers", json=await _asked(client, path))).status_code == 503
            assert (await client.get(f"{path}/view?seats=0,1,2")).json() == stood
            resource.prlimit(one.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            assert (await client.post(f"{path}/answers", json=await _asked(client, path))).status_code == 200
            assert (await client.get(f"{one.url}/readyz")).status_code == 200
            last = (await client.get(f"{path}/replay?seats=0,1,2")).json()["last"]
            assert last == 2 + taken  # what was acknowledged, and nothing else
