"""Settings of a server: from the environment (`BANNERET_...`) over one TOML file over the defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from socket import gethostbyname, gethostname
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

PREFIX = "BANNERET_"
PAGE_FOLDER: Final = Path(str(files("banneret.server"))) / "page"
"""Where the built page is."""

Port = Annotated[int, Meta(ge=0, le=65535)]
Seconds = Annotated[float, Meta(gt=0)]


class SettingsError(ValueError):
    """A setting that cannot be used; says which, from where, and why."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a server, with their defaults."""

    host: str = "127.0.0.1"
    """The address to listen at; 0.0.0.0: everybody who reaches the machine may come."""
    port: Port = 8400
    """The port to listen at."""
    public_url: str = ""
    """The address people use, for links and the origin check; empty: host and port."""
    folder: str = "banneret-data"
    """Where the SQLite file lies, if `database` names no other."""
    database: str = ""
    """`postgresql://user:password@host/name`, or `sqlite:///path`; empty: an SQLite file in `folder`."""
    live: str = ""
    """What carries live updates between several processes: empty (one process), `redis://host:port/0`, `postgresql`."""
    internal_url: str = ""
    """The address at which other processes reach this one; empty: `host` and `port`, or the address of its machine."""
    log_format: Literal["console", "json"] = "console"
    """For people, or a line of JSON each for machines."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """What is logged: this, and what is graver."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose X-Forwarded-For is believed."""
    secure_cookies: bool = False
    """Whether browsers send cookies over HTTPS only; always so if `public_url` is https."""
    session_days: Annotated[int, Meta(ge=1, le=3650)] = 180
    """A session that is not used for so long ends."""
    accounts: bool = True
    """Whether people may make accounts; guests always can play."""
    bot_workers: Annotated[int, Meta(ge=1, le=256)] = 1
    """So many processes in which bots think."""
    bot_seconds: Seconds = 60.0
    """Seconds for a decision of a bot; if it needs longer, a simpler bot makes that decision."""
    replay_seconds: Seconds = 20.0
    """Seconds that replaying a record or a stored match may take."""
    replay_mebibytes: Annotated[int, Meta(ge=256)] = 1024
    """Memory in MiB that the process for replays may use."""
    body_limit: Annotated[int, Meta(ge=1024)] = 262_144
    """Bytes that a request or a message may have."""
    rate_answers: Annotated[int, Meta(ge=1)] = 600
    """Requests a minute and person that change something."""
    rate_chat: Annotated[int, Meta(ge=1)] = 30
    """Chat messages a minute and person."""
    rate_questions: Annotated[int, Meta(ge=1)] = 300
    """Requests a minute and person that ask the rules: check, suggest, sample."""
    rate_matrices: Annotated[int, Meta(ge=1)] = 120
    """Requests a minute and person that compare units."""
    rate_reads: Annotated[int, Meta(ge=1)] = 1200
    """Requests a minute and person that only read."""
    rate_replays: Annotated[int, Meta(ge=1)] = 10
    """Records a minute and person that are replayed: loading and branching."""
    rate_signing: Annotated[int, Meta(ge=1)] = 20
    """Attempts a minute and address to sign in or to make a guest or an account."""
    sockets_per_person: Annotated[int, Meta(ge=1)] = 40
    """Connections that a person may have open at once."""
    quota_tables: Annotated[int, Meta(ge=1)] = 50
    """Tables of one person that are open or running at once."""
    quota_megabytes: Annotated[int, Meta(ge=1)] = 500
    """Storage, in MB, of the matches of one person's tables that have ended."""
    quota_bot_minutes: Annotated[int, Meta(ge=1)] = 240
    """Minutes of processor time a day that bots use at one person's tables; beyond it, no new bots are seated."""
    quota_chat: Annotated[int, Meta(ge=1)] = 1000
    """Chat messages a day and person."""
    smtp_host: str = ""
    """Empty: no e-mail is sent."""
    smtp_port: Port = 587
    """Of the mail server; 465 speaks TLS from the start."""
    smtp_user: str = ""
    """Empty: nobody signs in to the mail server."""
    smtp_password: str = ""
    """Of `smtp_user`."""
    smtp_starttls: bool = True
    """Whether TLS is begun before anything is said."""
    smtp_from: str = ""
    """The address from which e-mail comes."""
    notice_seconds: Annotated[float, Meta(ge=0)] = 30.0
    """Who is not looking is told after so long."""
    webhook_private: bool = False
    """Whether webhooks may reach private addresses, such as those of this machine and its network."""
    metrics_token: str = ""
    """Who brings it as bearer token gets `/metrics`; empty: a server without `public_url` tells its own machine."""
    traces: str = ""
    """The address to which OpenTelemetry traces are sent over HTTP; empty: none. Requires the extra `[telemetry]`."""
    retain_guest_days: Annotated[int, Meta(ge=0)] = 90
    """Guests who were not seen for this number of days are deleted; 0: they are kept."""
    retain_waiting_days: Annotated[int, Meta(ge=0)] = 30
    """Tables whose match has not begun are deleted if nobody sat down for this number of days; 0: they are kept."""
    retain_dead_days: Annotated[int, Meta(ge=0)] = 180
    """Running, halted and closed tables are deleted if nobody played for this number of days; 0: they are kept."""
    retain_report_days: Annotated[int, Meta(ge=0)] = 365
    """Resolved reports and the audit log are kept for this number of days; 0: for ever."""
    retain_notice_days: Annotated[int, Meta(ge=1)] = 90
    """Notices, with the addresses they were sent to, are kept for this number of days."""
    imprint_file: str = ""
    """A text file with the imprint that the page shows; empty: none. `imprint.de.txt` goes before `imprint.txt`."""
    privacy_file: str = ""
    """A text file with the privacy page; empty: a default text that lists what is stored and for how long."""
    backup_hours: Annotated[float, Meta(ge=0, le=8760)] = 24.0
    """Hours between two scheduled backups; 0: none are written."""
    backups_kept: Annotated[int, Meta(ge=1, le=10_000)] = 7
    """Number of scheduled backups that are kept; the oldest are removed."""
    backup_folder: str = ""
    """Where scheduled backups are written; empty: `backups` in `folder`."""
    stop_seconds: Seconds = 10.0
    """A stop takes at most so long."""

    @property
    def database_url(self) -> str:
        """The address of the database as SQLAlchemy's asynchronous drivers take it."""
        url = self.database or f"sqlite:///{Path(self.folder) / 'banneret.sqlite3'}"
        for plain, driver in (("postgresql", "postgresql+asyncpg"), ("sqlite", "sqlite+aiosqlite")):
            if url.startswith(f"{plain}://"):
                return driver + url[len(plain) :]
        raise SettingsError(f"database: {url.partition(':')[0]!r} is neither sqlite nor postgresql")

    @property
    def internal_address(self) -> str | None:
        """The address at which other processes reach this one, or None if there are none."""
        if not self.live or not self.database.startswith("postgresql://"):
            return None
        if self.internal_url:
            return self.internal_url.rstrip("/")
        host = self.host
        if host in ("0.0.0.0", "::"):  # noqa: S104  # compared, not listened at
            with suppress(OSError):
                host = gethostbyname(gethostname())
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def https(self) -> bool:
        """Whether people reach the server over HTTPS."""
        return self.url.startswith("https://")

    @property
    def cookies_secure(self) -> bool:
        """Whether browsers send cookies over HTTPS only."""
        return self.secure_cookies or self.https

    @property
    def url(self) -> str:
        """The address that people use, without a slash at its end."""
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")


def read_settings(file: str | Path | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings. Raises SettingsError."""
    given: dict[str, Any] = {}
    env = os.environ if environment is None else environment
    source = file or env.get(f"{PREFIX}CONFIG")
    if source:
        try:
            given.update(tomllib.loads(Path(source).read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise SettingsError(f"{source}: {error}") from None
        _known(given, str(source))
    for name in Settings.__struct_fields__:
        raw = env.get(PREFIX + name.upper())
        if raw is not None:
            parts = tuple(part.strip() for part in raw.split(",") if part.strip())
            given[name] = parts if name == "trusted_proxies" else raw
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$.")
        name = path.partition("`")[0].partition("[")[0]
        variable = PREFIX + name.upper()
        raise SettingsError(f"{variable if variable in env else source}: {name}: {why}") from None
    settings.database_url  # noqa: B018  # raises for a database of another kind
    return settings


def _known(given: Mapping[str, Any], source: str) -> None:
    for name in given:
        if name not in Settings.__struct_fields__:
            raise SettingsError(
                f"{source}: there is no setting {name!r}; there are: {', '.join(Settings.__struct_fields__)}"
            )
