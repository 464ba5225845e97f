"""`banneret serve`: the life of the server, and the settings that all server commands read."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket as sockets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from banneret.cli.consoles import fail, out

NEEDED = (
    *(
        "aiosqlite",
        "alembic",
        "argon2",
        "asyncpg",
        "email_validator",
        "httpcore",
        "httpx",
        "litestar",
        "pebble",
        "prometheus_client",
    ),
    *("redis", "sqlalchemy", "structlog", "uvicorn", "websockets", "zxcvbn"),
)
"""The packages installed by the extra."""
MISSING = "The server needs the extra [server]: pip install 'banneret[server]'"


def settings_of(config: Path | None, **given: Any) -> Any:  # command-line options
    """Read the settings; command-line options override them."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        fail(f"{MISSING} ({', '.join(missing)} missing).")
    from banneret.server.settings import SettingsError, read_settings

    try:
        settings = read_settings(config)
        changes = {name: value for name, value in given.items() if value is not None}
        return msgspec.convert(msgspec.to_builtins(settings) | changes, type(settings))
    except (SettingsError, msgspec.ValidationError) as error:
        fail(str(error))


def serve(settings: Any, *, once: bool = False) -> None:  # Settings, which require the extra
    """Serve until stopped; with `once`, until the page has answered one request."""
    import uvicorn

    from banneret.server.app import make_app
    from banneret.server.live.compression import SparingSocket
    from banneret.server.ops.logs import set_up_logs
    from banneret.server.ops.requests import Observed
    from banneret.server.problems import Problem
    from banneret.server.services import Services
    from banneret.server.settings import SettingsError
    from banneret.server.traces import check_traces, tracing

    set_up_logs(settings)
    listening = _listen(settings.host, settings.port)
    settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
    try:
        check_traces(settings)
        app = make_app(settings, Services(settings, address=settings.internal_address))
    except (Problem, SettingsError) as error:
        listening.close()
        fail(f"{error} Run `banneret doctor` for details.")
    services = app.state.services
    config = uvicorn.Config(
        Observed(app, services.measures),
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=max(1, int(settings.stop_seconds / 2)),
        ws=SparingSocket,
        ws_max_size=settings.body_limit * 2,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        server_header=False,
    )

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            """Shut down cleanly on a signal and exit with status 0."""
            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self.handle_exit, number, None)
            try:
                yield
            finally:
                for number in (signal.SIGINT, signal.SIGTERM):
                    loop.remove_signal_handler(number)

        async def startup(self, sockets: list[Any] | None = None) -> None:
            """Start serving, or leave the exit to the command."""
            with suppress(SystemExit):
                await super().startup(sockets)
                return
            self.should_exit = True

        async def shutdown(self, sockets: list[Any] | None = None) -> None:
            """Notify open pages before closing their connections, so that they reconnect."""
            for server in self.servers:
                server.close()
            await services.live.close_all(settings.stop_seconds / 4)
            await super().shutdown(sockets)

    # The loop is uvloop's where it is installed.
    with tracing(settings), asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_run(Server(config), listening, settings.url, once=once))


async def _run(server: Any, listening: sockets.socket, url: str, *, once: bool) -> None:  # uvicorn's server
    task = asyncio.ensure_future(server.serve(sockets=[listening]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        _settle_memory()
        out().print(f"banneret is served at {url} (stop it with Ctrl-C)", soft_wrap=True)
        if once:
            await _ask_once(url)
            server.should_exit = True
    await task
    if not server.started:
        fail("The server could not start; see the error above.")
    out().print("banneret has stopped.")


def _settle_memory() -> None:
    """Exempt all objects loaded so far from garbage collection, to save repeated traversals."""
    gc.collect()
    gc.freeze()


async def _ask_once(url: str) -> None:
    import httpx

    async with httpx.AsyncClient(trust_env=False) as client:
        page = await client.get(url)
        ready = await client.get(f"{url}/readyz")
    if page.status_code != 200 or ready.status_code != 200:
        fail(f"The page answered {page.status_code}, /readyz {ready.status_code}.")
    out().print(f"The page has answered ({len(page.content)} bytes) and the database is ready.")


def _listen(host: str, port: int) -> sockets.socket:
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    listening = sockets.socket(family, sockets.SOCK_STREAM)
    listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        fail(f"{host}:{port}: {error.strerror or error}. If another server uses it, choose a port with --port.")
    listening.listen(1024)
    return listening
