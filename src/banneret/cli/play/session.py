"""A match in a terminal or over a pipe: people at one screen, bots in the other seats."""

from __future__ import annotations

import secrets
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from rich.console import Console

from banneret.bots import make_bot, play_for
from banneret.bots.match_runner import Trouble
from banneret.cli.play.menu import PAGE, Choice, Worded, choices
from banneret.cli.play.narrate import Narrator
from banneret.cli.wording import cited, why_not
from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, IllegalAction, Refusal, Space
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.stream import derive_key
from banneret.show.card import reason_of

HELP = """\
  NUMBER            choose this line of the list
  NOTATION          give this answer directly, even if it is not in the list shown
  notation          show the list shown in notation
  back, more        return to the previous list; show the rest of a long list
  ?                 show the rule behind the question
  ? NOTATION        show why this answer is not allowed
  view              show the board
  log [N]           show the last N events (default: 20)
  undo              undo your last answer; `undo anyway` if something was revealed since: chance is redrawn
  save [FILE]       save the match, optionally as a copy in FILE
  quit              save and exit"""


class Quit(Exception):
    """The user wants to quit."""


class Session:
    """A session that asks people, lets bots answer, and describes what happens."""

    def __init__(
        self,
        match: Match[Any],
        people: list[int],
        bots: Mapping[int, str],
        path: Path,
        console: Console,
        language: str = "en",
    ) -> None:
        self.match = match
        self.people = people
        self.bots = bots
        self.path = path
        self.console = console
        self.language = language
        self.narrators = {seat: Narrator(match, console, seat, language) for seat in people}
        self.sitting = people[0]
        self.terminal = sys.stdin.isatty()
        self.refused = 0
        """Number of refused answers from a pipe."""
        self._bot_key = derive_key("bots", msgspec.json.encode(Record.of(match).setup))
        self._menu: list[list[Choice]] = []
        self._page = 0

    @property
    def narrator(self) -> Narrator:
        """The narrator for the person at the screen."""
        return self.narrators[self.sitting]

    def play(self) -> None:
        """Play to the end. Raises Quit, EOFError (end of the pipe) or KeyboardInterrupt with the match saved."""
        try:
            self.save()
            if len(self.people) > 1:
                self._hand_over(self.people[0], first=True)
            while asking := self.match.asking:
                if not self._bots_answer(asking):
                    self._ask(min(asking))
            self.narrator.narrate_new()
            self.narrator.ranking()
        finally:
            self.save()

    def save(self) -> None:
        """Save the match."""
        with uninterrupted():
            Record.of(self.match).save(self.path)

    # Bots

    def _bots_answer(self, asking: Mapping[int, Ask]) -> bool:
        """Let one of the asked bots answer, if any. Its seed depends only on the state of the match."""
        for seat in sorted(asking):
            if seat in self.bots:
                seed = int.from_bytes(derive_key(self._bot_key, seat, len(self.match.answers)), "little")
                bots = {seat: make_bot(self.bots[seat], seed)}
                with uninterrupted():
                    play_for(bots, self.match, seat, seed=seed, report=self._report, once=True)
                return True
        return False

    def _report(self, trouble: Trouble) -> None:
        bot, seat = self.bots[trouble.seat], self.narrator.seat(trouble.seat)
        self.console.print(f"{bot} ({seat}) failed; its answer is chosen at random: {trouble.detail}")

    # People

    def _ask(self, seat: int) -> None:
        """Ask a person until there is an answer."""
        if seat != self.sitting:
            self._hand_over(seat)
        self.narrator.narrate_new()
        ask = self.match.asking[seat]
        options = self._worded(ask)
        prompt = self.narrator.texts.render(ask.prompt)
        self.console.print()
        self.console.print(
            self.narrator.coloured(f"{self.narrator.seat(seat)}, {self.narrator.label()}: {prompt}"), style="bold"
        )
        for line in reason_of(self.match.rulebook, ask.about, self.narrator.texts):
            self.console.print(self.narrator.coloured(f"  {line}"))
        self._menu = [choices(options)]
        self._show_menu(ask)
        while not self._take(seat, ask, self._read("> ")):
            pass

    def _worded(self, ask: Ask) -> list[Worded]:
        """Return the options of a question as words."""
        things = self.narrator.things()
        return [Worded(self.narrator.option(one, ask, things), one) for one in ask.options.listed]

    def _take(self, seat: int, ask: Ask, line: str) -> bool:
        """Process a line of input; return whether the question is answered."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word:
            case "":
                self._show_menu(ask)
            case "?" if not rest:
                self._print(f"Asked by {cited(self.match.rulebook, ask.rule, self.language)}")
            case "?":
                refusal = self.match.refusal(seat, rest)
                self._print("This is allowed." if refusal is None else self._why(refusal))
            case "notation":
                self._show_notation()
            case "help":
                self._print(HELP)
            case "view":
                self.narrator.board()
            case "log" if not rest or rest.isdecimal():
                recent = self.match.events_for(seat)[-max(int(rest or 20), 1) :]
                self.narrator.narrate(event for _, event in recent)
            case "back":
                self._menu = self._menu[:-1] or self._menu
                self._page = 0
                self._show_menu(ask)
            case "more":
                self._page += 1
                self._show_menu(ask)
            case "undo" if rest in ("", "anyway"):
                return self._undo(seat, anyway=bool(rest))
            case "save":
                self._save_copy(rest)
            case "quit" | "exit" | "q":
                raise Quit
            case _ if line.isdecimal():
                return self._choose(seat, ask, int(line))
            case _:
                return self._answer(seat, line)
        return False

    def _choose(self, seat: int, ask: Ask, number: int) -> bool:
        lines = self._menu[-1]
        if not 1 <= number <= len(lines):
            self._refuse(f"No line {number}: the list has {len(lines)}.")
            return False
        options = lines[number - 1].options
        if len(options) == 1:
            return self._answer(seat, options[0].action)
        self._menu.append(choices(options))
        self._page = 0
        self._show_menu(ask)
        return False

    def _answer(self, seat: int, action: Action | str) -> bool:
        try:
            with uninterrupted():
                self.match.play(seat, action)
        except IllegalAction as error:
            self._refuse(f"Not allowed: {self._why(error.refusal)}")
            return False
        self.save()
        return True

    def _undo(self, seat: int, *, anyway: bool) -> bool:
        others = [other for other in range(self.match.seats) if other != seat] if anyway else []
        try:
            with uninterrupted():
                self.match.undo(seat, consent=others, salt=secrets.token_bytes(16) if anyway else None)
        except IllegalAction as error:
            self._refuse(self._why(error.refusal))
            return False
        self.save()
        self._print("Undone.")
        return True

    def _save_copy(self, name: str) -> None:
        self.save()
        target = Path(name) if name else self.path
        try:
            Record.of(self.match).save(target)
        except OSError as error:
            self._refuse(f"{target}: {error.strerror}")
            return
        self._print(f"Saved to {target}.")

    # Screen

    def _show_menu(self, ask: Ask) -> None:
        lines = self._menu[-1]
        pages = -(-len(lines) // PAGE)
        self._page %= max(pages, 1)
        width = len(str(len(lines)))
        for number in range(self._page * PAGE, min(len(lines), (self._page + 1) * PAGE)):
            self.console.print(f"  {number + 1:>{width}}  {lines[number].label}", soft_wrap=True)
        hints = []
        if pages > 1:
            hints.append(f"`more`: page {self._page + 1} of {pages}")
        if len(self._menu) > 1:
            hints.append("`back`: previous list")
        if isinstance(ask.chooser, Space):
            hints.append("these are suggestions; you can enter any other place")
        if hints:
            self.console.print("     " + "; ".join(hints), style="dim")

    def _show_notation(self) -> None:
        """Print the notation of the lines shown; a line for several options stands for each of them."""
        for line in self._menu[-1][self._page * PAGE : (self._page + 1) * PAGE]:
            for one in line.options:
                self._print(f"  {notation.write(one.action)}")

    def _hand_over(self, seat: int, *, first: bool = False) -> None:
        """Pass the screen to another person without showing what the previous one saw."""
        name = self.narrator.seat(seat)
        if self.terminal and not first:
            self.narrator.narrate_new()
            self._read(f"Press Enter, then pass the screen to {name}. ")
        self.sitting = seat
        if self.terminal:
            self.console.clear()
            self._read(f"{name}: press Enter when no one else is looking. ")
            self.console.clear()
        else:
            self.console.print(f"--- {name} to play ---")

    def _read(self, prompt: str) -> str:
        """Read a line. Raises EOFError at the end of input."""
        if self.terminal:
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.print(prompt + line.strip(), soft_wrap=True)
        return line.strip()

    def _why(self, refusal: Refusal) -> str:
        return why_not(self.match.rulebook, refusal, self.language)

    def _print(self, text: str) -> None:
        self.console.print(text, soft_wrap=True)

    def _refuse(self, why: str) -> None:
        self.refused += not self.terminal
        self.console.print(why, style="red", soft_wrap=True)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C until the block is finished."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []

    def remember(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
