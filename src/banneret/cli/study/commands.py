"""The commands that inspect rules, cards, records and positions, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banneret.cli.options import Book, BotCode, Game, Json, Language, PositionGame, Seat, To
from banneret.cli.play.play import checked_bot
from banneret.cli.wording import chosen_book


def cards(  # noqa: PLR0913, PLR0917  # one argument per option
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game with a list of cards.")],
    words: Annotated[list[str] | None, typer.Argument(help="Only cards with all these words.")] = None,
    kind: Annotated[str, typer.Option("--kind", help="Only cards of this kind, such as unit.")] = "",
    faction: Annotated[str, typer.Option("--faction", help="Only cards of this faction.")] = "",
    keyword: Annotated[str, typer.Option("--keyword", help="Only cards with this keyword.")] = "",
    cost_from: Annotated[int | None, typer.Option("--cost-from", help="Only cards that cost at least this.")] = None,
    cost_to: Annotated[int | None, typer.Option("--cost-to", help="Only cards that cost at most this.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Also show code and tests of each card.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    language: Language = "en",
) -> None:
    """Show selected cards, or list the cards of a game; with `--coverage`, also the code and tests of each."""
    from banneret.cli.study.cards import cards as listed
    from banneret.show.card import Selection

    chosen = Selection(
        kind=kind,
        faction=faction,
        keyword=keyword,
        cost_from=cost_from,
        cost_to=cost_to,
        words=" ".join(words or ()),
    )
    selected = None if chosen == Selection() else chosen
    listed(game, selected, coverage=coverage, as_json=json, language=language)


def suite(
    game: Book,
    bot: Annotated[str, typer.Option(metavar="NAME", help="The bot: greedy, search:400, hard ...")] = "greedy",
    unsolved: Annotated[
        bool, typer.Option("--unsolved", help="List the unsolved problems with their reasons.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Let a bot solve the tactical problems of a game, and show its score by theme."""
    from banneret.cli.study.suite import suite as run

    run(chosen_book(game), bot, unsolved=unsolved, as_json=as_json)


def analyse(  # noqa: PLR0913, PLR0917  # one argument per option
    file: Annotated[Path, typer.Argument(help="A record, a file of games, or a position (JSON).")],
    game: Game = None,
    to: To = None,
    seat: Annotated[
        str | None, typer.Option(metavar="HOUSE", help="The house to think for; default: the first to move.")
    ] = None,
    bot: Annotated[str, typer.Option(metavar="NAME", help="The bot: greedy, search:400, search:2s ...")] = "greedy",
    bot_code: BotCode = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same values.")] = 1,
    as_json: Json = False,
    language: Language = "en",
    rulebook: PositionGame = None,
    report: Annotated[
        bool, typer.Option("--report", help="Review the whole match: chances, costly decisions, luck and skill.")
    ] = False,
    answers: Annotated[
        int | None,
        typer.Option(min=1, help="With --report: how many answers are tried in imagined worlds.", show_default=False),
    ] = None,
) -> None:
    """Show the value of each option for the seat to move, or review a match; based on what seats could know."""
    if report:
        _report(
            file, game, seat, answers, seed, as_json=as_json, language=language, given=(to, rulebook, bot, bot_code)
        )
        return
    if answers is not None:
        raise typer.BadParameter("it applies to a report only; add --report", param_hint="--answers")
    from banneret.cli.study.analyse import AnalyseArguments
    from banneret.cli.study.analyse import analyse as run

    name = checked_bot(bot, bot_code or (), "--bot")
    run(file, AnalyseArguments(game, to, seat, name, seed, as_json, language, rulebook))


def _report(  # one argument per option
    file: Path,
    game: int | None,
    seat: str | None,
    answers: int | None,
    seed: int,
    *,
    as_json: bool,
    language: str,
    given: tuple[int | None, str | None, str, list[Path] | None],
) -> None:
    """Review a match; `given` are the options that only apply to one position."""
    from banneret.bots.review import ANSWERS
    from banneret.cli.study.report import ReportArguments
    from banneret.cli.study.report import report as run

    to, rulebook, bot, bot_code = given
    if to is not None:
        raise typer.BadParameter("a report is about a whole match; leave it out", param_hint="--to")
    if rulebook is not None:
        raise typer.BadParameter("a report is about a match, not a position; leave it out", param_hint="--rulebook")
    if bot != "greedy" or bot_code:
        raise typer.BadParameter("a report is made with greedy; leave it out", param_hint="--bot")
    run(file, ReportArguments(game, seat, answers or ANSWERS, seed, as_json, language))


def replay(
    file: Annotated[Path, typer.Argument()],
    game: Game = None,
    to: To = None,
    seat: Seat = None,
    language: Language = "en",
) -> None:
    """Replay a record step by step."""
    from banneret.cli.study.replay import replay as run

    run(file, game, to, seat, language)


def show(
    file: Annotated[Path, typer.Argument(help="A record, a file of games, or a position (JSON).")],
    game: Game = None,
    to: To = None,
    seat: Seat = None,
    out: Annotated[Path | None, typer.Option(help="The output file; default: standard output.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Print text instead of a drawing.")] = False,
    rulebook: PositionGame = None,
    language: Language = "en",
) -> None:
    """Draw the board at a point of a record, or of a position, as SVG."""
    from banneret.cli.study.replay import show as run

    run(file, game=game, to=to, seat=seat, file=out, text=text, rulebook=rulebook, language=language)


def odds(  # one argument per option
    subject: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A game, for a constructed case; or a record or position (JSON).")
    ],
    about: Annotated[
        list[str] | None,
        typer.Argument(metavar="FIELD=VALUE... | ANSWER", help="The case, or the answer in notation."),
    ] = None,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Compare all units: attackers in rows, defenders in columns.")
    ] = False,
    game: Game = None,
    to: To = None,
    seat: Annotated[
        str | None, typer.Option(metavar="HOUSE", help="Whose answer it is; default: the first to move.")
    ] = None,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """Show exact odds: `odds GAME` lists the fields of a case, `odds FILE ANSWER` is about an answer in a match."""
    from banneret.cli.study.odds import is_game, odds_of_answer, odds_of_case

    words = about or []
    if is_game(subject):
        odds_of_case(subject, words, matrix=matrix, as_json=as_json, language=language)
        return
    if not words:
        raise typer.BadParameter("name the answer, in notation", param_hint="ANSWER")
    odds_of_answer(Path(subject), " ".join(words), game, to, seat, as_json=as_json, language=language)


def rules(
    game: Book,
    text: Annotated[list[str] | None, typer.Argument(help="Words to search for.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Show code and tests of each rule.")] = False,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Show the source of each rule: rulebook, other source, or guess.")
    ] = False,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """List or search the rule index."""
    from banneret.cli.study.rules import rules as run

    run(
        chosen_book(game),
        " ".join(text or []),
        coverage=coverage,
        provenance=provenance,
        as_json=as_json,
        language=language,
    )


def perft(
    game: Book,
    position: Annotated[Path, typer.Option(help="A position (JSON).")],
    depth: Annotated[int, typer.Option(min=0, help="Number of turns.")],
    divide: Annotated[bool, typer.Option("--divide", help="Also count separately for each first answer.")] = False,
) -> None:
    """Count the distinct states reachable from a position."""
    from banneret.cli.study.info import perft as run

    run(chosen_book(game), position, depth, divide=divide)


def schema(game: Book) -> None:
    """Print the JSON Schema of everything sent to and from clients."""
    from banneret.cli.study.info import show_schema

    show_schema(chosen_book(game))


def rulebooks(as_json: Json = False) -> None:
    """List the available games."""
    from banneret.cli.study.info import show_rulebooks

    show_rulebooks(as_json=as_json)
