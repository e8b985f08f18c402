"""The kit finds every engine that breaks a rule, and needs nothing but the vectors for it."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Callable
from functools import cache, partial
from itertools import islice

import pytest

from games import GAMES
from games.conform.cases import Case
from games.conform.command import main
from games.conform.disagreements import Disagreement, check_call, first_disagreement
from games.conform.fresh_cases import first_calls, vectors
from tests.games.conform.engines import InProcess, program
from tests.games.conform.operators import ROOT, Broken, broken

EVERY = broken()
ONE_OF = 96
"""One of so many broken engines is asked in the usual suite, and another in a process of its own."""

AT_ONCE = 64
"""Lines asked in one run."""


@cache
def lines(*slugs: str) -> list[Case]:
    """Return the vectors of some games, whose answers are worked out once."""
    return list(vectors([GAMES[slug] for slug in slugs]))


@cache
def checks(*slugs: str) -> list[Callable[[InProcess], Disagreement | None]]:
    """Return what the kit asks first of an engine of some games: calls, then the vectors in runs."""
    asked = lines(*slugs)
    return [
        *(partial(check_call, call=call) for call in first_calls([GAMES[slug] for slug in slugs])),
        *(
            partial(first_disagreement, cases=asked[at : at + AT_ONCE], by_file=at % 256 == AT_ONCE)
            for at in range(0, len(asked), AT_ONCE)
        ),
    ]


def find(engine: InProcess, mutant: Broken) -> Disagreement | None:
    """Ask for each in turn; what finds an engine is asked first of the next, which often breaks there too."""
    in_turn = checks(*mutant.games)
    for check in in_turn:
        if found := check(engine):
            in_turn.remove(check)
            in_turn.insert(0, check)
            return found
    return None


@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(mutant, id=mutant.name, marks=pytest.mark.extra if nth % ONE_OF else ())
        for nth, mutant in enumerate(EVERY)
    ],
)
def test_the_kit_finds_a_broken_engine(mutant):
    try:
        engine = InProcess(mutant)
    except Exception:
        return  # it does not even start
    assert find(engine, mutant) is not None


class WonTooSoon(Broken):
    """An engine that says `won` where it should not."""

    def tree(self, source: str) -> ast.Module:
        return ast.parse(source.replace('"won": table.won', f'"won": table.won or {self.name}'))


FIRST = 64
"""The lines among which an engine is found that says `won` a little too soon."""

NEAR = [
    (slug, score, ended)
    for slug in GAMES
    for score in (1, 2)
    for ended in ("", "table.finished and ")
    # In Wish cards go in pairs, and in Well one of the last two cards can always move.
    if (slug, score) != ("wish", 1) and (slug, ended) != ("well", "table.finished and ")
]


@pytest.mark.extra
@pytest.mark.parametrize(("slug", "score", "ended"), NEAR)
def test_an_engine_that_takes_a_score_of_1_or_2_for_won_is_found_at_once(slug, score, ended):
    mutant = WonTooSoon(f"{ended}game.slug == {slug!r} and table.score == {score}", "views", 0)
    found = first_disagreement(InProcess(mutant), [*islice(lines(*GAMES), FIRST)])
    assert found is not None
    assert [where.field for where in found.where] == ["won"]


def test_an_engine_that_is_not_broken_agrees():
    class Same(Broken):
        def tree(self, source: str) -> ast.Module:
            return ast.parse(source.replace("PILES = 8\n", "PILES = 4 + 4\n"))

    same = Same("the same, in other words", "wish.rules", 0)
    assert find(InProcess(same), same) is None


def test_every_game_and_what_they_share_is_broken_in_many_ways():
    assert len([mutant for mutant in EVERY if len(mutant.games) > 1]) > 80
    for slug in GAMES:
        assert len([mutant for mutant in EVERY if mutant.games == [slug]]) >= 40


@pytest.mark.extra
@pytest.mark.parametrize("mutant", EVERY[ONE_OF // 2 :: ONE_OF], ids=lambda mutant: mutant.name)
def test_the_kit_finds_a_broken_engine_in_a_process_of_its_own(mutant, tmp_path, capsys):
    left_behind = shutil.ignore_patterns("__pycache__", "conform")
    tree = shutil.copytree(ROOT / "games", tmp_path / "games", ignore=left_behind)
    (tree / mutant.file).write_text(mutant.of((tree / mutant.file).read_text()))
    games = [word for slug in mutant.games for word in ("--game", slug)]
    status = main([*games, "--count", "0", "--", *program(tmp_path)])
    assert status == 1
    assert "differs" in capsys.readouterr().out
