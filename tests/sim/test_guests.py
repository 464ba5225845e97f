"""Bots of somebody else's code: whatever they do, they gain nothing, and a run goes on."""

import gc
import hashlib
import time
from pathlib import Path

import pytest

from banneret.bots import BotError
from banneret.bots.match_runner import Trouble
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import derive_key
from banneret.sim import guests
from banneret.sim.games import Plan, Played, played
from banneret.sim.guests import Limits, check_bots, code_of
from tests.commands import PATIENCE, run

FIRST = "return player.ask.options[0]"


def game_of(path: Path, code: str, *, seed: int = 1, bots: int = 1, limits: Limits = Limits()) -> Played:  # noqa: B008  # frozen, so it may be shared
    """A game in which a bot of some code sits in the first seats."""
    file = path / "guest.py"
    file.write_text(code)
    names = (str(file),) * bots + ("random",) * (3 - bots)
    done = played(Plan("thrones", 3, names, limits=limits, code=code_of(names)), seed)
    assert done.line is not None, done.error
    return done


def trouble_of(path: Path, code: str, limits: Limits = Limits()) -> Trouble:  # noqa: B008  # frozen, so it may be shared
    (trouble,) = game_of(path, code, limits=limits).troubles
    assert trouble.seat == 0
    return trouble


def processes_left() -> list[int]:
    """The guests there are at the moment."""
    house = guests._house()._process.pid
    return [int(pid) for pid in Path(f"/proc/{house}/task/{house}/children").read_text().split()]


def test_a_guest_plays_as_it_would_in_this_process(tmp_path: Path) -> None:
    code = "from banneret.bots import GreedyBot\ndef make_bot(seed):\n    return GreedyBot(seed)"
    guest = game_of(tmp_path, code, seed=5)
    ours = played(Plan("thrones", 3, ("greedy", "random", "random")), 5)
    assert guest.line == ours.line
    assert guest.troubles == ()
    costs = {cost.bot: cost for cost in guest.costs}
    assert costs[str(tmp_path / "guest.py")].alone
    assert costs[str(tmp_path / "guest.py")].memory_mb > 5
    assert costs[str(tmp_path / "guest.py")].decisions == {c.bot: c for c in ours.costs}["greedy"].decisions
    assert not costs["random"].alone


HANGING = {
    "a loop": "while True: pass",
    "a sleep": "import time; time.sleep(1000)",
    "a sleep that minds no signal": (
        "import signal, time; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); time.sleep(1000)"
    ),
    "a loop in C": "import re; re.match(r'(a+)+b', 'a' * 64)",
    "a loop that catches everything": "while True:\n        try:\n            while True: pass\n        except: pass",
    "a child": "import os, time; os.fork(); time.sleep(1000)",
}


@pytest.mark.parametrize("body", HANGING.values(), ids=HANGING)
def test_a_bot_that_hangs_is_ended_and_replaced(body: str, tmp_path: Path) -> None:
    started = time.monotonic()
    trouble = trouble_of(tmp_path, f"def choose(player):\n    {body}", Limits(think=0.3))
    assert (trouble.kind, trouble.detail) == ("late", "no answer within 0.3 seconds")
    assert time.monotonic() - started < PATIENCE
    assert processes_left() == []


def test_a_run_with_a_bot_that_hangs_goes_on(tmp_path: Path) -> None:
    (tmp_path / "stuck.py").write_text("def choose(player):\n    while True: pass")
    names = ("--bots", "stuck,random,random", "--bot-code", tmp_path / "stuck.py", "--think", 0.2)
    done = run("simulate", "thrones", "--seats", 3, "--games", 2, "--jobs", 1, *names)
    assert done.code == 0
    assert done.err.count("late: no answer within 0.2 seconds") == 2
    assert "Games: 2" in done.out
    assert "stuck.py" in done.out


ENDING = {
    "exits": ("os._exit(0)", "its process has ended"),
    "kills itself": ("os.kill(os.getpid(), 9)", "its process has ended"),
    "falls over in C": ("import ctypes; ctypes.string_at(0)", "its process has ended"),
    "raises what ends programs": ("raise SystemExit(3)", "SystemExit: 3"),
    "raises an interruption": ("raise KeyboardInterrupt", "KeyboardInterrupt: "),
    "raises nothing ordinary": ("raise type('Odd', (BaseException,), {})('x')", "Odd: x"),
    "recurses": ("choose(player)", "RecursionError"),
    "raises an exception without text": ("raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})", "Mute"),
    "takes all memory": ("x = [bytearray(2**20) for _ in range(1000)]", "MemoryError"),
}


@pytest.mark.parametrize(("body", "said"), ENDING.values(), ids=ENDING)
def test_a_bot_that_ends_or_raises_is_replaced(body: str, said: str, tmp_path: Path) -> None:
    trouble = trouble_of(tmp_path, f"import os\ndef choose(player):\n    {body}", Limits(memory_mb=256))
    assert trouble.kind == "raised"
    assert said in trouble.detail


ODD = {
    "a number": "7",
    "nothing": "None",
    "a lie about its class": "type('Lie', (), {'__class__': property(lambda self: str)})()",
    "a string of its own kind": "type('S', (str,), {})('order winterfell raid')",
    "a very long string": "'x' * 10**7",
    "an exception": "ValueError('x')",
}


@pytest.mark.parametrize("answer", ODD.values(), ids=ODD)
def test_an_odd_answer_is_no_answer(answer: str, tmp_path: Path) -> None:
    assert trouble_of(tmp_path, f"def choose(player):\n    return {answer}").kind == "illegal"


def test_words_that_no_guest_says_are_no_answer(tmp_path: Path) -> None:
    """A guest that takes over its own line and sends what is not expected."""
    send = "import os\ndef choose(player):\n    for fd in range(3, 20):\n        try: os.write(fd, {})\n"
    send += "        except OSError: pass"
    assert trouble_of(tmp_path, send.format(b"\0\0\0\x05hello")).kind == "illegal"
    assert trouble_of(tmp_path, send.format(b"\xff\xff\xff\xff")).kind == "illegal"


SEARCH = """
import gc, hashlib, sys

def found(digest):
    frames, frame = [], sys._getframe()
    while frame:
        frames.append(frame.f_locals)
        frame = frame.f_back
    for thing in gc.get_objects() + frames:
        for inner in gc.get_referents(thing):
            if isinstance(inner, bytes) and hashlib.sha256(inner).hexdigest() == digest:
                return True
    return False
"""


def test_the_key_of_the_match_is_not_in_the_process_of_a_guest(tmp_path: Path) -> None:
    """The key reveals all future cards and dice."""
    key = derive_key("seed", 1)
    digest = hashlib.sha256(key).hexdigest()
    code = f"{SEARCH}\ndef choose(player):\n    return 'FOUND' if found({digest!r}) else player.ask.options[0]"
    done = game_of(tmp_path, code, seed=1)
    assert done.line is not None
    assert done.troubles == ()
    assert key.hex().encode() in done.line
    here: dict[str, object] = {}
    exec(SEARCH, here)  # noqa: S102  # that it would be found where it is
    held = [bytes(key)]
    gc.collect()
    assert here["found"](digest)  # type: ignore[operator]  # a function of the code above
    assert held


def test_what_a_guest_changes_stays_with_it(tmp_path: Path) -> None:
    """Neither what it is given, nor the rules."""
    honest = game_of(tmp_path, f"def choose(player):\n    {FIRST}")
    play = Match.play
    vandal = """
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.bots.player import Player
def choose(player):
    answer = player.ask.options[0]
    for name in list(player._world.state.__slots__):
        try: delattr(player._world.state, name)
        except AttributeError: pass
    Match.play = Match.refusal = lambda *anything: None
    return answer
"""
    done = game_of(tmp_path, vandal)
    assert (done.line, done.troubles) == (honest.line, ())
    assert Match.play is play
    patched = "from banneret.kernel.match import Match\nMatch.refusal = lambda *anything: None\n"
    assert trouble_of(tmp_path, patched + "def choose(player):\n    return 'order winterfell raid x'").kind == "illegal"


def test_guests_remember_no_game_and_no_other_seat(tmp_path: Path) -> None:
    code = f"SEATS = set()\ndef choose(player):\n    SEATS.add(player.seat)\n    assert len(SEATS) == 1\n    {FIRST}"
    assert game_of(tmp_path, code, bots=3).troubles == ()
    once = "import random\nMADE = []\ndef make_bot(seed):\n    MADE.append(seed)\n    assert MADE == [seed]\n"
    once += "    return B()\nclass B:\n    def choose(self, player):\n        return random.choice(player.ask.options)"
    first = game_of(tmp_path, once)
    assert first.troubles == ()
    assert game_of(tmp_path, once).line == first.line  # the common random numbers begin alike


def test_a_guest_that_ends_the_process_of_all_guests_harms_one_game(tmp_path: Path) -> None:
    code = "import os, signal\ndef choose(player):\n    os.kill(os.getppid(), signal.SIGKILL)\n    os._exit(0)"
    assert trouble_of(tmp_path, code).kind == "raised"
    assert game_of(tmp_path, f"def choose(player):\n    {FIRST}").troubles == ()


def test_what_a_guest_prints_is_no_result(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    guests._close()  # the next process of guests writes where this test looks
    game_of(tmp_path, f"print('at home')\ndef choose(player):\n    {FIRST}")
    guests._close()
    told = capfd.readouterr()
    assert told.out == ""
    assert "at home" in told.err


def test_a_bot_that_cannot_be_made_is_told_before_it_is_tried(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    for code, said in {
        "1 / 0": "ZeroDivisionError",
        "x = 1": "neither make_bot",
        "import os; os._exit(1)": "its process has ended",
    }.items():
        file.write_text(code)
        with pytest.raises(BotError, match=said):
            check_bots((str(file),), rulebook("thrones"))
    with pytest.raises(BotError, match="No such file"):
        check_bots((str(tmp_path / "none.py"),), rulebook("thrones"))
    file.write_text("import sys\nsys.modules['banneret'].spoilt = True\ndef choose(player): pass")
    check_bots((str(file),), rulebook("thrones"))
    assert not hasattr(__import__("banneret"), "spoilt")


def test_a_process_of_guests_ends_with_the_one_that_asked() -> None:
    house = guests._House()
    line, number = house.start()
    line.close()
    assert number in {int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()}
    house.close()
    end = time.monotonic() + PATIENCE
    while is_running(number):  # the system ends it with its parent, but not in the same moment
        assert time.monotonic() < end
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Return whether such a process is still running."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False
