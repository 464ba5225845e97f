"""The skill action: the unit resolves one of its skills."""

from __future__ import annotations

from collections.abc import Collection

from banneret.games.runewars.actions import UseSkill
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.held_cards import ENTERED
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import SKILLS, Moment, Source
from banneret.games.runewars.effects.sources import ids_of
from banneret.games.runewars.events.cards import SkillUsed
from banneret.games.runewars.events.moves import ActionCanceled
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import msg


def skills_of(state: MatchState, unit: int, but: Collection[str] = ()) -> list[str]:
    """Return the ids of the skills that a unit can resolve now, in the order of its cards.

    Only registered ones count.
    """
    # rules rw:34.4, rw:34.6, rw:34.7, rw:ruling.68
    found = []
    for id in dict.fromkeys((*ids_of(state, unit), *SHARED)):
        skill = SKILLS.get(id)
        if skill is not None and id not in but and (skill.can is None or skill.can(state, Source(unit, id))):
            found.append(id)
    return found


SHARED: list[str] = []
"""Skills that cards give to other units; each checks which units can use it."""


class SkillChooser(Chooser[Pass | UseSkill]):
    """Which skill? Options: none, if the unit's own card has none of them, then the skills in the order of cards."""

    __slots__ = ("may_pass", "skills")
    kind = "skill"
    rule = "rw:34.4a"
    answers = (Pass, UseSkill)

    def __init__(self, skills: list[str], *, may_pass: bool) -> None:
        self.skills = skills
        self.may_pass = may_pass

    def options(self) -> list[Pass | UseSkill]:
        """List resolving none, if allowed, then the skills."""
        found: list[Pass | UseSkill] = [UseSkill(id) for id in self.skills]
        return [Pass(), *found] if self.may_pass else found

    def refusal(self, action: Pass | UseSkill) -> Refusal | None:
        """Refuse skills that the unit does not have or cannot resolve now, and none where one must be resolved."""
        if isinstance(action, Pass):
            return None if self.may_pass else Refusal("rw:3.4", msg("refuse.choose.needed"))
        if action.ability in self.skills:
            return None
        return Refusal("rw:34.4a", msg("refuse.skill", ability=action.ability))


def perform_skill(game: Runewars, unit: int, but: Collection[str] = ()) -> Flow[None]:
    """Let a unit resolve one of its skills; if it can resolve none, nothing happens.

    Those of other cards than its own are optional. After another skill (`but`) its player has already agreed to one.
    """
    # rules rw:3.0, rw:3.4, rw:34.4, rw:34.4a, rw:37.0, rw:41.2b, rw:76.4, rw:76.11, rw:ruling.91
    state = game.state
    skills = skills_of(state, unit, but)
    if not skills:
        if not but:
            game.emit(ActionCanceled(unit=label(state, unit), rule="rw:34.4"))
        return
    printed = {one.id for one in components().units[state.unit[unit]].abilities}
    chosen = yield from ask(state.seat[unit], SkillChooser(skills, may_pass=not but and printed.isdisjoint(skills)))
    if isinstance(chosen, Pass):
        return
    game.emit(SkillUsed(unit=label(state, unit), ability=chosen.ability))
    yield from SKILLS[chosen.ability].act(game, Source(unit, chosen.ability))
    if ENTERED in state.marks[unit]:
        return
    after = Moment("after-skill", unit)
    after.notes = dict.fromkeys((*but, chosen.ability), 1)
    yield from happen(game, after)
