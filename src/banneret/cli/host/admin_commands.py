"""`banneret admin`: roles, people, tables, reports and the audit log, on the command line of the host."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from banneret.cli.options import Config

admin = typer.Typer(
    help="Administer a server: roles, people, tables, reports, the audit log.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Who = Annotated[str, typer.Argument(metavar="LOGIN", help="The login or the id of a person.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")]
Reason = Annotated[str, typer.Option(help="The reason, for the audit log.")]
Hours = Annotated[int | None, typer.Option(min=1, max=8760, help="For how many hours; default: until it is lifted.")]


@admin.command()
def grant(
    who: Who,
    role: Annotated[Literal["admin", "moderator", "none"], typer.Option(help="The role; `none` revokes it.")] = (
        "admin"
    ),
    reason: Reason = "",
    config: Config = None,
) -> None:
    """Give an account a role."""
    from banneret.cli.host import administration

    administration.grant(config, who, None if role == "none" else role, reason)


@admin.command()
def people(
    search: Annotated[str, typer.Argument(help="A part of the name or login.")] = "", config: Config = None
) -> None:
    """List people, those seen last first."""
    from banneret.cli.host import administration

    administration.list_people(config, search)


@admin.command()
def tables(
    status: Annotated[
        Literal["any", "open", "running", "finished", "halted", "closed"],
        typer.Option(help="Only tables with this status."),
    ] = "any",
    config: Config = None,
) -> None:
    """List tables, those used last first."""
    from banneret.cli.host import administration

    administration.list_tables(config, None if status == "any" else status)


@admin.command()
def reports(
    resolved: Annotated[bool, typer.Option("--all", help="Also list resolved reports.")] = False,
    config: Config = None,
) -> None:
    """List reports, the newest first."""
    from banneret.cli.host import administration

    administration.list_reports(config, None if resolved else "open")


@admin.command()
def audit(config: Config = None) -> None:
    """List the acts of administration, the newest first."""
    from banneret.cli.host import administration

    administration.list_audit(config)


@admin.command()
def resolve(
    report: Annotated[str, typer.Argument(help="The id of a report.")], reason: Reason, config: Config = None
) -> None:
    """Mark a report as resolved."""
    from banneret.cli.host import administration

    administration.resolve(config, report, reason)


@admin.command()
def mute(who: Who, reason: Reason, hours: Hours = None, config: Config = None) -> None:
    """Keep a person from writing in chats."""
    from banneret.cli.host import administration

    administration.act_on_person(config, "mute", who, reason, hours)


@admin.command()
def unmute(who: Who, reason: Reason = "", config: Config = None) -> None:
    """Let a muted person write again."""
    from banneret.cli.host import administration

    administration.act_on_person(config, "unmute", who, reason)


@admin.command()
def ban(who: Who, reason: Reason, hours: Hours = None, config: Config = None) -> None:
    """End the sessions of a person and allow no new ones."""
    from banneret.cli.host import administration

    administration.act_on_person(config, "ban", who, reason, hours)


@admin.command()
def unban(who: Who, reason: Reason = "", config: Config = None) -> None:
    """Let a banned person sign in again."""
    from banneret.cli.host import administration

    administration.act_on_person(config, "unban", who, reason)


@admin.command()
def end_sessions(who: Who, reason: Reason, config: Config = None) -> None:
    """Sign a person out everywhere."""
    from banneret.cli.host import administration

    administration.act_on_person(config, "end-sessions", who, reason)


@admin.command()
def reset_password(who: Who, reason: Reason, config: Config = None) -> None:
    """Void the password of an account, end its sessions, and print a link with which its owner sets another one."""
    from banneret.cli.host import administration

    administration.act_on_person(config, "reset-password", who, reason)


@admin.command()
def close(table: TableId, reason: Reason, config: Config = None) -> None:
    """Close a table for good, even if its match is running."""
    from banneret.cli.host import administration

    administration.act_on_table(config, "close", table, reason)


@admin.command()
def unhalt(table: TableId, reason: Reason = "", config: Config = None) -> None:
    """Resume a halted table."""
    from banneret.cli.host import administration

    administration.act_on_table(config, "unhalt", table, reason)


@admin.command()
def extend(
    table: TableId,
    reason: Reason,
    hours: Annotated[int, typer.Option(min=1, max=8760, help="Hours to add to the clock of every seat.")] = 24,
    config: Config = None,
) -> None:
    """Extend the clocks of a table."""
    from banneret.cli.host import administration

    administration.act_on_table(config, "extend", table, reason, hours)
