"""A match as one file: it holds every step as its viewers saw it, and nothing else."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

import msgspec
import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.stream import Stream, derive_key
from banneret.odds import Odds, has_odds
from banneret.odds import of as odds_of_action
from banneret.server.live.patches import parts_of
from banneret.server.matches.guarded_showing import GuardedShowing
from banneret.server.matches.stream import layer_of
from banneret.server.past import replay_file as module
from banneret.server.past.replay_file import MARK, NotBuiltError, html_of, replay_file
from banneret.server.past.story import moments_of_record, story_of

SPECTATOR: frozenset[int] = frozenset()


def played(answers: int = 40, *, over: bool = False) -> Match[Any]:
    """Return a battle after some answers; if it shall be over, a seat forfeits then."""
    match, stream = new_match("battles", seats=2, seed=4), Stream(derive_key("replay-file", ""))
    for _ in range(answers):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    if over:
        match.forfeit(1)
        assert match.outcome is not None
    return match


def test_the_steps_lead_to_the_last_drawing_and_tell_all_events() -> None:
    match = played()
    file = replay_file(moments_of_record(Record.of(match)), SPECTATOR, None)
    parts = {id: markup for id, (_, markup) in parts_of(file.drawing).items()}
    told: list[Any] = list(file.events)
    for step in file.steps:
        told = [one for one in told if one[0] < step.since] + list(step.events)
        for patch in step.drawing:
            if patch.markup is None:
                del parts[patch.id]
            else:
                parts[patch.id] = patch.markup
    assert parts == {id: str(markup) for id, (_, markup) in parts_of(layer_of(match, SPECTATOR, "en")).items()}
    assert told == match.events_for(SPECTATOR)
    assert any(step.scenes for step in file.steps)
    assert file.labels[0] == (0, "round 1")
    assert {event.rule for _, event in told if event.rule.startswith("battles:")} <= file.rules["de"].keys()


def reworded(usual: str, pieces: tuple[tuple[int, str], ...]) -> str:
    """Return markup with the words of another language, as the page of the file makes it."""
    made = usual.split("<")
    for at, piece in pieces:
        made[at] = piece
    return "<".join(made)


@pytest.mark.parametrize("language", ["de", "hu"])
def test_the_drawing_is_in_every_language_of_the_page(language: str) -> None:
    match = played(14)
    file = replay_file(moments_of_record(Record.of(match)), SPECTATOR, None)
    ground, drawing = file.worded[language]
    showing = GuardedShowing(match.rulebook)
    assert reworded(file.ground, ground) == showing.ground(match.view().game, language)
    assert drawing or any(step.worded for step in file.steps)
    parts = {id: markup for id, (_, markup) in parts_of(reworded(file.drawing, drawing)).items()}
    for step in file.steps:
        own = {patch.id: patch for patch in step.worded.get(language, ())}
        assert own.keys() <= {patch.id for patch in step.drawing}
        for usual in step.drawing:
            patch = own.get(usual.id, usual)
            if patch.markup is None:
                del parts[patch.id]
            else:
                parts[patch.id] = patch.markup
    assert parts == {id: str(markup) for id, (_, markup) in parts_of(layer_of(match, SPECTATOR, language)).items()}


def with_odds(match: Match[Any]) -> tuple[int, Any, tuple[Odds, ...]] | None:
    """Return a seat, an answer of it that has odds now, and these; None if there is no such answer."""
    for seat, ask in match.asking.items():
        for action in ask.options.listed if has_odds(match.rulebook, ask) else ():
            if found := odds_of_action(match, seat, action):
                return seat, action, found
    return None


@pytest.mark.slow
def test_odds_are_in_it_when_the_match_is_over() -> None:
    match, stream = new_match("icefire-2021", seats=2, seed=4), Stream(derive_key("odds", ""))
    while (found := with_odds(match)) is None:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    seat, action, expected = found
    match.play(seat, action)
    before = len(Record.of(match).entries)
    match.forfeit(1)
    record, everybody = Record.of(match), frozenset({0, 1})
    story = story_of(moments_of_record(record), everybody)
    over = replay_file(moments_of_record(record, odds=True), everybody, story)
    assert over.steps[before - 1].odds == expected
    assert not any(step.odds for step in replay_file(moments_of_record(record, odds=True), everybody, None).steps)


def test_it_holds_nothing_that_its_viewers_may_not_know() -> None:
    """A world in which everything hidden from a spectator was dealt again gives the same end of the file."""
    match = played()
    file = replay_file(moments_of_record(Record.of(match)), SPECTATOR, None)
    written = msgspec.json.encode(file)
    own = msgspec.json.encode(replay_file(moments_of_record(Record.of(match)), frozenset({0}), None))
    key = Record.of(match).setup["key"]
    assert key.encode() not in written
    hidden = {card for _, event in match.events_for({0, 1}) for card in getattr(event, "cards", None) or ()}
    public = {card for _, event in match.events_for() for card in getattr(event, "cards", None) or ()}
    steps = json.dumps(json.loads(written)["steps"])
    assert hidden - public
    assert not [card for card in hidden - public if f'"{card}"' in steps and card not in str(match.view().game)]
    assert any(f'"{card}"' in json.dumps(json.loads(own)["steps"]) for card in hidden - public)


def test_a_page_holds_the_file_and_needs_the_template(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(over=True)
    everybody = frozenset({0, 1})
    story = story_of(moments_of_record(Record.of(match)), everybody)
    file = replay_file(moments_of_record(Record.of(match)), everybody, story, language="de", title="Wolf & Lion")
    template = tmp_path_factory.mktemp("page") / "replay.html"
    monkeypatch.setattr(module, "TEMPLATE", template)
    with pytest.raises(NotBuiltError):
        html_of(file)
    template.write_text(f"<title>banneret</title><body>{MARK}</body>")
    page = html_of(file).decode()
    assert "<title>Wolf &amp; Lion · banneret</title>" in page
    found = re.search(r'id="match">([^<]*)</script>', page)
    assert found is not None
    held = json.loads(zlib.decompress(base64.b64decode(found[1])))
    assert held["story"]["chances"][-1] == [1.0, 0.0]
    assert set(held["texts"]) == {"en", "de", "hu"}
