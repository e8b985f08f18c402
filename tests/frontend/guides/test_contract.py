"""The contract promises what is built, and all of it that has a name."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from competitions.api.forms.competitions import CompetitionForm
from competitions.api.openapi import document
from competitions.api.resources.tables import ViewResource
from competitions.models import Ranking, TieBreak
from competitions.web.problems import STATUS
from frontend.guides.guide import GUIDES

ROOT: Final = Path(__file__).resolve().parents[3]
WRITTEN: Final = {".py", ".ts", ".svelte", ".css", ".toml", ".html", ".md", ".mjs"}

CALL = re.compile(r"<code>(GET|POST|PATCH|DELETE) ([^\s<]+)</code>")
ADDED = {"reasons", "takes", "signs", "directions", "outcome", "last", "certain", "templates"}
"""What a view says besides what the rules ask for."""


pytestmark = pytest.mark.django_db


@pytest.fixture
def contract(stranger):
    return html.unescape(stranger.get("/guides/contract").content.decode())


def words(page: str, section: str) -> set[str]:
    """What the section of this name calls by name."""
    part = page.split(f'<h2 id="{section}">')[1].split("<h2")[0]
    return set(re.findall(r"<code>([\w-]+)</code>", part))


def test_every_operation_that_it_names_is_there(contract):
    there = {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path.strip("/")))
        for path, operations in document()["paths"].items()
        for method in operations
    }
    named = {(method, re.sub(r"\{\w+\}", "{}", path)) for method, path in CALL.findall(contract)}
    assert len(named) > 20
    assert named <= there


def test_every_setting_is_told_with_each_of_its_values_and_until_when_it_may_be_changed(contract):
    told = words(contract, "settings")
    form = CompetitionForm()
    assert set(form.fields) <= told
    assert {value for field in form.fields.values() for value in getattr(field, "choices", ())} <= told
    assert set(form.fields) - {"draft"} <= words(contract, "life")
    assert set(TieBreak.values) <= told
    assert set(Ranking.values) == words(contract, "ranking") & set(Ranking.values)


def test_every_code_of_a_refusal_is_told(contract):
    assert words(contract, "codes") >= set(STATUS)


def test_what_is_said_of_a_table_is_told(contract):
    assert words(contract, "tables") >= ADDED
    assert set(ViewResource().fields) >= ADDED


def test_a_section_that_is_cited_is_there(contract):
    """By the page itself, and by comments all over the tree."""
    sections = set(re.findall(r'<h2 id="([\w-]+)"', contract))
    _, main = contract.split("<main", 1)
    assert set(re.findall(r'href="#([\w-]+)"', main)) <= sections
    cited = {section for _, text in written() for section in re.findall(r"/guides/contract#(\w+)", text)}
    assert len(cited) > 3
    assert cited <= sections


@pytest.mark.extra
def test_no_comment_cites_a_page_that_its_reader_does_not_have():
    """A guide is of this site; a text in capitals is cited by its path, so that it can be opened."""
    for file, text in written():
        for slug in re.findall(r"/guides/([a-z][a-z-]+)\b(?![/.])", text):
            assert slug in {*GUIDES, "none"}, file
        assert not re.findall(r"(?<![/\w])[A-Z]{5,}(?:\.md)?(?:'s| section \d| \d+\.\d)", text), file
        for path in re.findall(r"\b(?:[\w-]+/)+[A-Z]+\.md\b", text):
            assert (ROOT / path).exists(), file


def written() -> Iterator[tuple[str, str]]:
    """Each file that people write, by its path, and its text."""
    for room in ("games", "competitions", "frontend", "client", "config", "tests", "benchmarks"):
        for file in sorted((ROOT / room).rglob("*")):
            parts = {"node_modules", "static", "types"} & set(file.parts)
            if file.suffix in WRITTEN and not parts and file != Path(__file__):
                yield str(file.relative_to(ROOT)), file.read_text()
