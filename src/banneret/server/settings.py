"""Settings of a server, from environment variables (`BANNERET_...`), else from a TOML file, else defaults."""

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
"""Folder of the built web page."""

Port = Annotated[int, Meta(ge=0, le=65535)]
Seconds = Annotated[float, Meta(gt=0)]


class SettingsError(ValueError):
    """An invalid setting. The message says which, where it was set, and why."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a server, with their defaults."""

    host: str = "127.0.0.1"
    """The address to listen on; `0.0.0.0` accepts connections from other machines."""
    port: Port = 8400
    """The port to listen on."""
    public_url: str = ""
    """The address that people use, for links, the `Host` header and the origin of requests; empty: host and port."""
    folder: str = "banneret-data"
    """The folder of the SQLite file, unless `database` names another."""
    database: str = ""
    """`postgresql://user:password@host/name` or `sqlite:///path`; empty: an SQLite file in `folder`."""
    live: str = ""
    """How several processes notify each other: `redis://host:port/0` or `postgresql`; empty: there is one process."""
    internal_url: str = ""
    """The address at which other processes reach this one; empty: `host` and `port`, or the address of its machine."""
    log_format: Literal["console", "json"] = "console"
    """`console`: text; `json`: one JSON object per line."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest level that is logged."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted."""
    secure_cookies: bool = False
    """Whether browsers send cookies over HTTPS only; always the case if `public_url` is https."""
    session_days: Annotated[int, Meta(ge=1, le=3650)] = 180
    """Days without use after which a session ends."""
    accounts: bool = True
    """Whether people can make accounts; guests can always play."""
    bot_workers: Annotated[int, Meta(ge=1, le=256)] = 1
    """Number of bot worker processes."""
    bot_seconds: Seconds = 60.0
    """Seconds for a decision of a bot; if it needs longer, the greedy bot makes that decision."""
    replay_seconds: Seconds = 20.0
    """Seconds for replaying a record or a stored match."""
    replay_mebibytes: Annotated[int, Meta(ge=256)] = 1024
    """Memory in MiB for the process that replays."""
    review_answers: Annotated[int, Meta(ge=1000)] = 150_000
    """Number of answers that the review of a match tries in imagined worlds; more find more mistakes."""
    review_seconds: Seconds = 300.0
    """Seconds for the review of a match."""
    body_limit: Annotated[int, Meta(ge=1024)] = 262_144
    """Largest size of a request body or socket message in bytes."""
    rate_answers: Annotated[int, Meta(ge=1)] = 600
    """Changing requests per minute and person."""
    rate_chat: Annotated[int, Meta(ge=1)] = 30
    """Chat messages per minute and person."""
    rate_questions: Annotated[int, Meta(ge=1)] = 300
    """Questions about the rules (check, suggest, sample, odds) per minute and person."""
    rate_matrices: Annotated[int, Meta(ge=1)] = 120
    """Comparisons of units per minute and person."""
    rate_reads: Annotated[int, Meta(ge=1)] = 1200
    """Reading requests per minute and person."""
    rate_replays: Annotated[int, Meta(ge=1)] = 10
    """Replays of records (loading and branching) per minute and person."""
    rate_signing: Annotated[int, Meta(ge=1)] = 20
    """Attempts to sign in, and new guests and accounts, per minute and address."""
    sockets_per_person: Annotated[int, Meta(ge=1)] = 40
    """Open connections to tables per person."""
    quota_tables: Annotated[int, Meta(ge=1)] = 50
    """Open and running tables per person."""
    quota_megabytes: Annotated[int, Meta(ge=1)] = 500
    """Storage in MB for the finished matches of a person's tables."""
    quota_bot_minutes: Annotated[int, Meta(ge=1)] = 240
    """Minutes of CPU time per day for bots at a person's tables; beyond it, no new bots are seated."""
    quota_chat: Annotated[int, Meta(ge=1)] = 1000
    """Chat messages per day and person."""
    quota_lists: Annotated[int, Meta(ge=1, le=10_000)] = 200
    """Saved army lists per person."""
    smtp_host: str = ""
    """The mail server; empty: no e-mail is sent."""
    smtp_port: Port = 587
    """The port of the mail server; 465 uses TLS from the start."""
    smtp_user: str = ""
    """The user at the mail server; empty: no authentication."""
    smtp_password: str = ""
    """The password of `smtp_user`."""
    smtp_starttls: bool = True
    """Whether the connection is upgraded to TLS before anything else is sent."""
    smtp_from: str = ""
    """The sender address of e-mails."""
    notice_seconds: Annotated[float, Meta(ge=0)] = 30.0
    """Seconds before a notice is sent to a person who has not visited the table."""
    push_contact: str = ""
    """Address for the makers of browsers if notices to them cause trouble: `mailto:` or a page; empty: `public_url`."""
    webhook_private: bool = False
    """Whether webhooks may use private addresses, such as those of this machine and its network."""
    metrics_token: str = ""
    """Bearer token for `/metrics`; empty: only the local machine has access, and only without `public_url`."""
    traces: str = ""
    """Address to which OpenTelemetry traces are sent over HTTP; empty: none. Requires the extra `[telemetry]`."""
    retain_guest_days: Annotated[int, Meta(ge=0)] = 90
    """Days after their last visit for which guests are kept; 0: forever."""
    retain_waiting_days: Annotated[int, Meta(ge=0)] = 30
    """Days for which tables are kept whose match has not begun and which nobody joins; 0: forever."""
    retain_dead_days: Annotated[int, Meta(ge=0)] = 180
    """Days for which running, halted and closed tables are kept after the last answer; 0: forever."""
    retain_report_days: Annotated[int, Meta(ge=0)] = 365
    """Days for which resolved reports and the audit log are kept; 0: forever."""
    retain_notice_days: Annotated[int, Meta(ge=1)] = 90
    """Days for which notices are kept, with the addresses they were sent to."""
    imprint_file: str = ""
    """A text file with the imprint; empty: none. A translation such as `imprint.de.txt` takes precedence."""
    privacy_file: str = ""
    """A text file with the privacy page; empty: a default text that lists what is stored and for how long."""
    backup_hours: Annotated[float, Meta(ge=0, le=8760)] = 24.0
    """Hours between scheduled backups; 0: none."""
    backups_kept: Annotated[int, Meta(ge=1, le=10_000)] = 7
    """Number of scheduled backups that are kept; the oldest are removed."""
    backup_folder: str = ""
    """The folder of scheduled backups; empty: `backups` in `folder`."""
    stop_seconds: Seconds = 10.0
    """Maximum number of seconds that a stop takes."""

    @property
    def database_url(self) -> str:
        """The database URL with SQLAlchemy's asynchronous driver. Raises SettingsError."""
        url = self.database or f"sqlite:///{Path(self.folder) / 'banneret.sqlite3'}"
        for plain, driver in (("postgresql", "postgresql+asyncpg"), ("sqlite", "sqlite+aiosqlite")):
            if url.startswith(f"{plain}://"):
                return driver + url[len(plain) :]
        raise SettingsError(f"database: {url.partition(':')[0]!r} is neither sqlite nor postgresql")

    @property
    def internal_address(self) -> str | None:
        """The address at which other processes reach this one, or None if this is the only process."""
        if not self.live or not self.database.startswith("postgresql://"):
            return None
        if self.internal_url:
            return self.internal_url.rstrip("/")
        host = self.host
        if host in ("0.0.0.0", "::"):  # noqa: S104  # compared, not bound
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
        """The public URL of the server, without a trailing slash."""
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")


def read_settings(file: str | Path | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from a file and the environment. Raises SettingsError."""
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
    settings.database_url  # noqa: B018  # raises for an unsupported database
    return settings


def _known(given: Mapping[str, Any], source: str) -> None:
    for name in given:
        if name not in Settings.__struct_fields__:
            raise SettingsError(
                f"{source}: there is no setting {name!r}; available settings: {', '.join(Settings.__struct_fields__)}"
            )
