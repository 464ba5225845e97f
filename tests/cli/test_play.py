"""`banneret play`: answers, help, saving, pipes and Ctrl-C."""

import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from banneret import Record, load, new_match
from banneret.kernel import notation
from banneret.show.card import cards_of
from tests.commands import COMMAND, PATIENCE, Done, run, run_process, start

CALM = ("--seats", "3", "--seed", "5")


def play(path: Path, *lines: str, you: str = "stark") -> Done:
    return run("play", "thrones", *CALM, "--you", you, "--save", path, stdin="".join(f"{line}\n" for line in lines))


def test_the_end_of_the_pipe_saves_and_ends_well(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    done = play(path, "1", "1")
    assert done.code == 0
    assert f"Saved to {path}. Continue with: banneret play thrones --resume {path} --you stark" in done.err
    assert not Record.read(path).closed
    assert sum(entry["seat"] == stark(path) for entry in Record.read(path).entries) >= 1


def stark(path: Path) -> int:
    match = load(path)
    return match.rulebook.seat_names(match.state).index("stark")


def test_long_lists_are_grouped_and_any_notation_is_taken_at_once(tmp_path: Path) -> None:
    done = play(tmp_path / "a", "order winterfell march-zero", "1", "back", "1", "2")
    assert re.search(r"Place an order: White Harbor … \(\d+\)", done.out)
    entries = Record.read(tmp_path / "a").entries
    own = [entry["do"] for entry in entries if entry["do"].startswith("order") and "winterfell" in entry["do"]]
    assert own == ["order winterfell march-zero"]
    assert done.code == 0


@pytest.mark.slow
def test_help_view_and_log_answer_nothing(tmp_path: Path) -> None:
    done = play(tmp_path / "a", "help", "view", "log 5", "?", "", "more", "order winterfell raid", "view", "undo")
    assert "Sealed answers of Stark: Place an order: Winterfell, Raid" in done.out
    assert "undo" in done.out
    assert "Winterfell" in done.out
    assert "Asked by " in done.out
    assert "thrones:" in done.out
    assert not [e for e in Record.read(tmp_path / "a").entries if e["seat"] == stark(tmp_path / "a")]


def test_a_question_of_a_card_is_followed_by_its_text(tmp_path: Path) -> None:
    match = new_match("battles", seats=2, seed=2)
    while (ask := next(iter(match.asking.values()))).kind != "commands":
        answers = [notation.write(one) for one in ask.options.listed]
        match.play(ask.seat, next((one for one in answers if one.startswith("card ")), answers[0]))
    Record.of(match).save(path := tmp_path / "a")
    done = run("play", "battles", "--resume", path, "--you", match.rulebook.seat_names(match.state)[ask.seat])
    card = next(one for one in cards_of(match.rulebook) if one.id == ask.about)
    texts = match.rulebook.catalogue()
    lines = [line.strip() for line in done.out.splitlines()]
    assert {texts.render(one) for one in (card.title, *card.texts)} <= set(lines)


def test_why_not_cites_the_rule(tmp_path: Path) -> None:
    done = play(tmp_path / "a", "? order sunspear march-zero", "? order winterfell march-zero", "? fly to the moon")
    told = done.out
    assert re.search(r"\(.+, rule \d+.*\[thrones:[a-z-]+\.\d+\]\)", told)
    assert "This is allowed." in told
    assert "(kernel:notation)" in told
    assert done.code == 0


def test_a_refused_answer_changes_nothing_and_the_pipe_ends_with_1(tmp_path: Path) -> None:
    done = play(tmp_path / "a", "order sunspear march-zero", "999", "quit")
    assert done.code == 1
    assert "Not allowed: " in done.out
    assert "No line 999" in done.out
    assert "2 input lines were refused" in done.err
    assert not [e for e in Record.read(tmp_path / "a").entries if e["seat"] == stark(tmp_path / "a")]


@pytest.mark.parametrize("word", ["exit", "q"])
def test_other_words_for_quitting_save_as_well(tmp_path: Path, word: str) -> None:
    done = play(tmp_path / "a", "order winterfell march-zero", word)
    assert done.code == 0
    assert [e for e in Record.read(tmp_path / "a").entries if e["seat"] == stark(tmp_path / "a")]


def test_undo_takes_the_last_answer_back(tmp_path: Path) -> None:
    done = play(tmp_path / "a", "order winterfell march-zero", "undo", "quit")
    assert "Undone." in done.out
    assert not [e for e in Record.read(tmp_path / "a").entries if e["seat"] == stark(tmp_path / "a")]


def test_undo_with_nothing_to_undo_says_so(tmp_path: Path) -> None:
    done = play(tmp_path / "a", "undo", "quit")
    assert "(kernel:undo.1)" in done.out


def test_save_writes_a_copy(tmp_path: Path) -> None:
    done = play(tmp_path / "a", "order winterfell march-zero", f"save {tmp_path / 'b'}", "quit")
    assert f"Saved to {tmp_path / 'b'}." in done.out
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    done = run("play", "thrones", *CALM, "--save", tmp_path / "a")
    assert done.code == 1
    assert "already exists" in done.err


def answers_of(seed: int, house: str, number: int) -> list[str]:
    """First answers for a house, always the last option."""
    match = new_match("thrones", seats=3, seed=seed, options={"confirm_orders": True})
    seat = match.rulebook.seat_names(match.state).index(house)
    found: list[str] = []
    while len(found) < number:
        action = match.asking[seat].options[-1]
        found.append(notation.write(action))
        match.play(seat, action)
    return found


@pytest.mark.slow
def test_a_match_resumed_goes_on_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    first = answers_of(5, "stark", 3)
    whole = play(tmp_path / "whole", *first, *["1"] * 25)
    part = play(tmp_path / "part", *first)
    assert (whole.code, part.code) == (0, 0)
    rest = run("play", "thrones", "--resume", tmp_path / "part", "--you", "stark", stdin="1\n" * 25)
    assert rest.code == 0
    assert (tmp_path / "part").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.slow
def test_two_people_at_one_screen_take_turns(tmp_path: Path) -> None:
    done = play(tmp_path / "a", *["1"] * 60, you="stark,lannister")
    assert "--- Stark to play ---" in done.out
    assert "--- Lannister to play ---" in done.out
    assert "--you lannister,stark" in done.err or "--you stark,lannister" in done.err


@pytest.mark.slow
def test_a_match_can_be_played_to_its_end(tmp_path: Path) -> None:
    done = play(tmp_path / "a", *["1"] * 3000)
    assert done.code == 0
    assert "The match is over" in done.out
    assert Record.read(tmp_path / "a").closed
    done = run("play", "thrones", "--resume", tmp_path / "a")
    assert done.code == 1
    assert "this match is over" in done.err


def test_a_broken_record_is_not_resumed(tmp_path: Path) -> None:
    play(tmp_path / "a", "order winterfell march-zero", "quit")
    raw = (tmp_path / "a").read_bytes()
    (tmp_path / "b").write_bytes(raw.replace(b"winterfell", b"wintertell", 1))
    done = run("play", "thrones", "--resume", tmp_path / "b")
    assert done.code == 1
    assert re.search(r"b, line \d+: the line is damaged", done.err)
    (tmp_path / "c").write_bytes(b"\x00\xff not a record")
    assert run("play", "thrones", "--resume", tmp_path / "c").code == 1


@pytest.mark.slow
def test_ctrl_c_saves_a_match_that_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    process = start("play", "thrones", *CALM, "--you", "stark", "--save", "a", cwd=tmp_path)
    assert process.stdin is not None
    process.stdin.write("order winterfell march-zero\n")
    process.stdin.flush()
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and not (
        (tmp_path / "a").exists() and b"winter" in (tmp_path / "a").read_bytes()
    ):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Interrupted. Saved to a. Continue with: banneret play thrones --resume a --you stark" in told
    assert "Traceback" not in told
    done = run_process("play", "thrones", "--resume", "a", "--you", "stark", stdin="1\n1\n", cwd=tmp_path)
    assert done.code == 0
    play(tmp_path / "whole", "order winterfell march-zero", "1", "1")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.slow
def test_on_a_terminal_the_screen_is_cleared_before_the_next_person(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [*COMMAND, "play", "thrones", *CALM, "--you", "stark,lannister", "--save", "a"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment, start_new_session=True
    ) as process:
        os.close(theirs)
        shown = until(ours, "when no one else is looking")
        os.write(ours, b"\n")
        shown = until(ours, "> ")
        assert "\x1b[2J" in shown
        os.write(ours, b"quit\n")
        shown = until(ours, "Continue with")
        assert "Saved to a" in shown
        assert process.wait(PATIENCE) == 0
    os.close(ours)


def until(terminal: int, text: str) -> str:
    """Read what a terminal shows until some text is there."""
    shown = ""
    deadline = time.monotonic() + PATIENCE
    while text not in shown and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536).decode(errors="replace")
            except OSError:  # it has ended
                break
    assert text in shown
    return shown
