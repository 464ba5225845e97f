"""The rule index, the search for citations in code, and the pytest plugin that joins tests to rules."""

import json
import os
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from banneret.testing.rule_coverage import CodePlace, cited_rules, load_rules, unknown_citations
from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import Rule, RuleIndex, RuleIndexError

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]

INDEX = """
[[rule]]
id = "toy:throw.1"
section = "The Throw"
page = 4
summary = "Each player throws one stone."
status = "played"

[[rule]]
id = "toy:throw.2"
section = "The Throw"
page = 5
summary = "A stone that falls off the table is picked up."
status = "table"
reason = "The software has no table to fall from"

[[rule]]
id = "toy:stone.1"
section = "Pieces"
summary = "The far throw counts double."
status = "component"
reason = "Describes a piece"

[[rule]]
id = "toy:card.the-owl"
section = "Card: The Owl"
summary = "Throw again."
status = "played"

[[rule]]
id = "toy:ruling.1"
section = "Project Rulings: Throws"
summary = "Throws at the same time are settled by age."
status = "played"
ruling = true
"""

CODE = '''\
"""The toy game; this mention of toy:stone.1 is in no function."""

CHAPTER = "toy:stone.1"


# toy:throw.1: the comment above a function is the function's own
def throw(stones: int) -> int:
    """Throw a stone, and again by toy:card.the-owl."""
    return stones + 1


class Table:
    """toy:stone.1 again, in a class but in no function."""

    @property
    @staticmethod
    def edge() -> str:
        def fall() -> str:
            return "toy:throw.2"

        # toy:ruling.1, toy:throw.9 and other:throw.1
        return fall()


async def wait() -> None:
    """Nothing but toy:throw.1."""
'''


@pytest.fixture
def index() -> RuleIndex:
    return RuleIndex.load(INDEX, "toy/rules.toml")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    package = tmp_path / "toy"
    (package / "data").mkdir(parents=True)
    (package / "data" / "rules.toml").write_text(INDEX, encoding="utf-8")
    (package / "game.py").write_text(CODE, encoding="utf-8")
    return package


def entry(**fields: str) -> str:
    lines = {"id": '"toy:throw.1"', "section": '"S"', "summary": '"s"', "status": '"played"'} | fields
    return "[[rule]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items() if value)


# ---------------------------------------------------------------------------------------------------------------
# The index
# ---------------------------------------------------------------------------------------------------------------


def test_an_index_holds_the_rules_in_the_order_of_the_book(index: RuleIndex) -> None:
    assert [rule.id for rule in index] == [
        "toy:throw.1",
        "toy:throw.2",
        "toy:stone.1",
        "toy:card.the-owl",
        "toy:ruling.1",
    ]
    assert len(index) == 5


def test_paragraphs_and_their_bullets_may_be_numbered_as_the_book_does() -> None:
    """A book of numbered entries: paragraph 5 of entry 19, and the first bullet below it."""
    found = RuleIndex.load(entry(id='"toy:19.5"', section='"19 Falling"') + entry(id='"toy:19.5a"'), "f.toml")
    assert found.citation("toy:19.5") == "19 Falling, rule 5"
    assert found.citation("toy:19.5a") == "S, rule 5a"


def test_a_rule_is_found_by_its_id(index: RuleIndex) -> None:
    assert index["toy:throw.2"] == Rule(
        id="toy:throw.2",
        section="The Throw",
        page=5,
        summary="A stone that falls off the table is picked up.",
        status="table",
        reason="The software has no table to fall from",
    )
    assert index.get("toy:throw.1") is index["toy:throw.1"]
    assert "toy:throw.1" in index


def test_an_unknown_rule_is_not_found(index: RuleIndex) -> None:
    assert index.get("toy:throw.3") is None
    assert "toy:throw.3" not in index
    with pytest.raises(KeyError, match=r"toy:throw\.3"):
        index["toy:throw.3"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (entry() + entry(), "f.toml: entry 2 (toy:throw.1): id: is already used by entry 1"),
        (entry(id='"toy-throw-1"'), "f.toml: entry 1 (toy-throw-1): id: 'toy-throw-1' does not have the form"),
        (entry(id='"toy:Throw.1"'), "f.toml: entry 1 (toy:Throw.1): id: 'toy:Throw.1' does not have the form"),
        (entry(id='"toy:throw.1 "'), "f.toml: entry 1 (toy:throw.1 ): id: 'toy:throw.1 ' does not have the form"),
        (entry(id=""), "f.toml: entry 1: id: "),
        (entry(id="7"), "f.toml: entry 1: id: "),
        (entry(status='"table"'), "f.toml: entry 1 (toy:throw.1): reason: is missing"),
        (entry(status='"component"', reason='""'), "f.toml: entry 1 (toy:throw.1): reason: "),
        (entry(status='"skipped"'), "f.toml: entry 1 (toy:throw.1): status: "),
        (entry(summary=""), "f.toml: entry 1 (toy:throw.1): summary: "),
        (entry(page="0"), "f.toml: entry 1 (toy:throw.1): page: "),
        (entry(pages="3"), "f.toml: entry 1 (toy:throw.1): pages: "),
        (entry(provenance='"hearsay"'), "f.toml: entry 1 (toy:throw.1): provenance: "),
        (entry(sensitive="true"), "f.toml: entry 1 (toy:throw.1): sensitive: requires"),
        (entry(sensitive="true", provenance='"sourced"'), "f.toml: entry 1 (toy:throw.1): sensitive: requires"),
        (
            entry(provenance='"project"') + entry(id='"toy:throw.2"'),
            "f.toml: entry 2 (toy:throw.2): provenance: is missing in some entries",
        ),
        ("rule = [3]", "f.toml: entry 1: entry: "),
        ("[[rules]]", "f.toml: whole file: rules: is unknown"),
        ("", "f.toml: whole file: rule: has no entries"),
        ("[[rule", "f.toml: whole file: syntax: "),
    ],
)
def test_a_mistake_names_file_entry_and_field(text: str, error: str) -> None:
    with pytest.raises(RuleIndexError) as raised:
        RuleIndex.load(text, "f.toml")
    assert str(raised.value).startswith(error)


def test_a_rule_may_say_where_it_is_from(index: RuleIndex) -> None:
    guess = entry(provenance='"project"', sensitive="true")
    first, second = RuleIndex.load(guess + entry(id='"toy:throw.2"', provenance='"sourced"'), "f.toml")
    assert (first.provenance, first.sensitive) == ("project", True)
    assert (second.provenance, second.sensitive) == ("sourced", False)
    assert {rule.provenance for rule in index} == {None}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("throw", ["toy:throw.1", "toy:throw.2", "toy:ruling.1", "toy:stone.1", "toy:card.the-owl"]),
        ("toy:throw.2", ["toy:throw.2"]),
        ("THE OWL", ["toy:card.the-owl"]),
        ("Stone", ["toy:stone.1", "toy:throw.1", "toy:throw.2"]),
        ("pieces double", ["toy:stone.1"]),
        ("elephant", []),
        ("  ", []),
    ],
)
def test_search_ranks_id_before_section_before_summary(index: RuleIndex, text: str, found: list[str]) -> None:
    assert [rule.id for rule in index.search(text)] == found


def test_search_puts_the_exact_id_first() -> None:
    index = RuleIndex.load(entry(id='"toy:throw.10"') + entry(id='"toy:throw.1"'), "f.toml")
    assert [rule.id for rule in index.search("Toy:Throw.1")] == ["toy:throw.1", "toy:throw.10"]


@pytest.mark.parametrize(
    ("id", "citation"),
    [
        ("toy:throw.1", "The Throw, rule 1 (p. 4)"),
        ("toy:stone.1", "Pieces, rule 1"),
        ("toy:card.the-owl", "Card: The Owl"),
        ("toy:ruling.1", "Project Rulings: Throws, ruling 1"),
    ],
)
def test_a_citation_names_section_number_and_page(index: RuleIndex, id: str, citation: str) -> None:
    assert index.citation(id) == citation


def test_an_index_gives_its_texts_and_takes_those_of_another_language(index: RuleIndex) -> None:
    """What has no text in the other language stays English."""
    texts = index.texts()
    assert texts["rule.toy:throw.1"] == "Each player throws one stone."
    assert texts["section.The Throw"] == "The Throw"
    assert {id for id in texts if id.startswith("reason.")} == {f"reason.{r.id}" for r in index if r.reason}
    assert len([id for id in texts if id.startswith("rule.")]) == len(index)
    german = {
        "rule.toy:throw.1": "Jeder wirft einen Stein.",
        "section.The Throw": "Der Wurf",
        "cited.rule": "{section}, Regel {number}",
        "cited.page": "{cited} (S. {page})",
    }
    other = index.translated(Catalogue("de", [], german))
    assert other["toy:throw.1"].summary == "Jeder wirft einen Stein."
    assert other.citation("toy:throw.1") == "Der Wurf, Regel 1 (S. 4)"
    assert other["toy:throw.2"].summary == index["toy:throw.2"].summary
    assert other.citation("toy:ruling.1") == "Project Rulings: Throws, ruling 1"
    assert [rule.id for rule in other.search("stein")] == ["toy:throw.1"]
    assert [(rule.id, rule.page, rule.status) for rule in other] == [
        (rule.id, rule.page, rule.status) for rule in index
    ]


# ---------------------------------------------------------------------------------------------------------------
# Citations in code
# ---------------------------------------------------------------------------------------------------------------


def test_a_citation_belongs_to_the_innermost_function(package: Path) -> None:
    throw = CodePlace("game.py", "throw", 7, 9)
    edge = CodePlace("game.py", "Table.edge", 15, 22)
    fall = CodePlace("game.py", "Table.edge.<locals>.fall", 18, 19)
    wait = CodePlace("game.py", "wait", 25, 26)
    assert cited_rules(package) == {
        "toy:card.the-owl": [throw],
        "toy:ruling.1": [edge],
        "toy:throw.1": [throw, wait],
        "toy:throw.2": [fall],
    }


def test_an_index_given_restricts_the_citations(package: Path) -> None:
    index = RuleIndex.load(entry(id='"toy:throw.2"'), "f.toml")
    assert list(cited_rules(package, index)) == ["toy:throw.2"]


def test_a_citation_that_the_index_does_not_know_is_found(package: Path) -> None:
    assert [(found.file, found.line, found.id) for found in unknown_citations(package)] == [
        ("game.py", 21, "toy:throw.9")
    ]


def test_the_committed_indexes_can_be_read_and_are_cited_rightly() -> None:
    package = ROOT / "src" / "banneret"
    assert len(load_rules(package)) > 0
    assert unknown_citations(package) == []


# ---------------------------------------------------------------------------------------------------------------
# The plugin
# ---------------------------------------------------------------------------------------------------------------

TESTS = """
    import pytest
    import game

    @pytest.mark.rule("toy:throw.1", "toy:card.the-owl")
    @pytest.mark.parametrize("stones", [1, 2])
    def test_throw(stones):
        assert game.throw(stones) == stones + 1

    @pytest.mark.rule("toy:throw.1")
    @pytest.mark.rule("toy:throw.2")
    def test_fall():
        assert game.Fallen().fall() == "toy:throw.2" and game.throw(1) == 2
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project whose tests import a package that cites the toy rules."""
    pytester.makeini("[pytest]\nrule_coverage_package = toy\npythonpath = toy\naddopts = --strict-markers\n")
    pytester.mkdir("toy")
    (pytester.path / "toy" / "rules.toml").write_text(INDEX, encoding="utf-8")
    code = CODE + "\n\nclass Fallen:\n    def fall(self) -> str:\n        return 'toy:throw.2'\n"
    (pytester.path / "toy" / "game.py").write_text(code, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT)]))
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return project.runpytest_inprocess("-p", "tests.rule_coverage_plugin", "-p", "no:cacheprovider", *arguments)


def make_tests(project: pytest.Pytester, *tests: str) -> None:
    project.makepyfile(test_toy="import pytest\nimport game\n" + "".join(dedent(test) for test in tests))


def test_a_test_that_runs_the_citing_code_passes_and_is_recorded(project: pytest.Pytester) -> None:
    project.makepyfile(test_toy=TESTS)
    result = run(project, "--rule-coverage=coverage.json")
    result.assert_outcomes(passed=3)
    text = (project.path / "coverage.json").read_text(encoding="utf-8")
    assert list(json.loads(text).items()) == [
        ("toy:card.the-owl", ["test_toy.py::test_throw"]),
        ("toy:throw.1", ["test_toy.py::test_fall", "test_toy.py::test_throw"]),
        ("toy:throw.2", ["test_toy.py::test_fall"]),
    ]
    assert text.endswith("}\n")


def test_what_was_remembered_by_an_earlier_test_is_computed_anew(project: pytest.Pytester) -> None:
    code = "from functools import cache\n\n\n@cache\ndef kept(n):\n    # rule toy:throw.1\n    return n\n"
    (project.path / "toy" / "keeping.py").write_text(code, encoding="utf-8")
    make_tests(
        project,
        """
        import keeping

        @pytest.mark.rule("toy:throw.1")
        @pytest.mark.parametrize("turn", [1, 2])
        def test_of_what_is_kept(turn):
            assert keeping.kept(1) == 1
        """,
    )
    run(project).assert_outcomes(passed=2)


def test_a_test_that_does_not_run_the_citing_code_fails(project: pytest.Pytester) -> None:
    make_tests(
        project,
        """
        @pytest.mark.rule("toy:throw.1", "toy:throw.2")
        def test_of_half_a_thing():
            game.throw(1)
        """,
    )
    result = run(project, "--rule-coverage=coverage.json")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*toy:throw.2: the test ran none of the functions that cite it: "
            "Table.edge.<locals>.fall (game.py:18), Fallen.fall (game.py:30)"
        ]
    )
    result.stdout.no_fnmatch_line("*toy:throw.1: the test*")
    assert json.loads((project.path / "coverage.json").read_text(encoding="utf-8")) == {}


def test_code_run_by_fixtures_proves_nothing(project: pytest.Pytester) -> None:
    make_tests(
        project,
        """
        @pytest.fixture
        def thrown():
            return game.throw(1)

        @pytest.mark.rule("toy:throw.1")
        def test_thrown(thrown):
            assert thrown == 2
        """,
    )
    run(project).assert_outcomes(failed=1)


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        ('"toy:stone.1"', "*toy:stone.1: no function of toy cites this rule*"),
        ('"toy:throw.8"', "*no rule index holds 'toy:throw.8', named by this test*"),
        ("3", "*no rule index holds 3, named by this test*"),
        ("", "*the marker `rule` of this test names no rule*"),
    ],
)
def test_a_marker_that_cannot_be_covered_fails(project: pytest.Pytester, marker: str, message: str) -> None:
    make_tests(project, f"@pytest.mark.rule({marker})\ndef test_one():\n    game.throw(1)\n")
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([message])


def test_a_failing_test_tells_its_own_failure_and_covers_nothing(project: pytest.Pytester) -> None:
    make_tests(
        project,
        """
        @pytest.mark.rule("toy:throw.1")
        def test_wrong():
            assert game.throw(1) == 1

        @pytest.mark.rule("toy:throw.2")
        def test_skipped():
            pytest.skip("not today")
        """,
    )
    result = run(project, "--rule-coverage=coverage.json")
    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.no_fnmatch_line("*named by this test*")
    assert json.loads((project.path / "coverage.json").read_text(encoding="utf-8")) == {}


def test_only_marked_tests_are_watched_and_the_profiler_is_given_back(project: pytest.Pytester) -> None:
    make_tests(
        project,
        """
        import sys

        SEEN = []

        def test_unmarked():
            SEEN.append(sys.getprofile())

        @pytest.mark.rule("toy:throw.1")
        def test_marked():
            SEEN.append(sys.getprofile())
            game.throw(1)
            SEEN.append(sys.getprofile())

        def test_after():
            assert SEEN[0] is sys.getprofile()
            assert SEEN[1] is not sys.getprofile()
            assert SEEN[2] is sys.getprofile(), "watched on when all was known"
        """,
    )
    before = sys.getprofile()
    run(project).assert_outcomes(passed=3)
    assert sys.getprofile() is before


@pytest.mark.slow
def test_workers_hand_their_coverage_to_the_controller(project: pytest.Pytester) -> None:
    project.makepyfile(test_toy=TESTS)
    result = project.runpytest_subprocess(
        "-p", "tests.rule_coverage_plugin", "-p", "no:cacheprovider", "-n", "2", "--rule-coverage=coverage.json"
    )
    result.assert_outcomes(passed=3)
    assert json.loads((project.path / "coverage.json").read_text(encoding="utf-8")) == {
        "toy:card.the-owl": ["test_toy.py::test_throw"],
        "toy:throw.1": ["test_toy.py::test_fall", "test_toy.py::test_throw"],
        "toy:throw.2": ["test_toy.py::test_fall"],
    }


@pytest.mark.parametrize(("entry", "fault"), [("", False), ('toy = "toy.games.toy.rulebook:Toy"', True)])
def test_a_game_that_nobody_can_have_yet_is_not_asked_for_its_tests(
    project: pytest.Pytester, entry: str, fault: bool
) -> None:
    (project.path / "toy" / "games").mkdir()
    entries = f'[project.entry-points."banneret.games"]\n{entry}\n'
    (project.path / "pyproject.toml").write_text(entries, encoding="utf-8")
    project.makepyfile(test_toy=TESTS)
    result = run(project, "--check-rule-coverage")
    assert (result.ret == pytest.ExitCode.TESTS_FAILED) is fault
    assert ("toy:ruling.1: played, but no test names it" in result.stdout.str()) is fault
