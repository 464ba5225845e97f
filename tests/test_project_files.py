"""The files around the code: workflows, templates and citation follow their schemas, and versions agree."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import banneret

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("vendor.github-workflows", ".github/workflows/*.yml"),
        ("vendor.github-issue-forms", ".github/ISSUE_TEMPLATE/[!c]*.yml"),
        ("vendor.github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
        ("vendor.citation-file-format", "CITATION.cff"),
        ("vendor.compose-spec", "compose.yaml"),
    ],
)
def test_a_file_follows_its_schema(schema: str, pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_file_names_the_same_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == banneret.__version__


def test_every_declared_python_is_tested_by_the_workflows() -> None:
    declared = {
        match[1]
        for line in PROJECT["project"]["classifiers"]
        if (match := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line))
    }
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))["jobs"]
    further = set(jobs["further"]["strategy"]["matrix"]["python"])
    sessions = set(re.findall(r"3\.\d+", re.search(r"python=\[(.*)\]", (ROOT / "noxfile.py").read_text("utf-8"))[1]))  # type: ignore[index]  # a missing session fails the test
    assert further == sessions
    assert declared == {"3.11", *further}


def test_news_fragments_have_a_known_type() -> None:
    types = {entry["directory"] for entry in PROJECT["tool"]["towncrier"]["type"]}
    fragments = [file for file in (ROOT / "news").iterdir() if file.name != "README.md"]
    wrong = [file.name for file in fragments if file.suffixes[-2:] not in [[f".{kind}", ".md"] for kind in types]]
    assert not wrong
