"""The page of how everyone played a deal: forks with their ways, read without a script."""

import random
import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.models import Round, SolvedRound
from competitions.solving.tree.grow_tree import CountedGame, grow
from frontend.analysis.fork_sentences import other_ways_in_words, stopped_in_words, together_in_words
from frontend.analysis.forks import MOST_WAYS, EndedHow, Marked, NoSuchBranch, fork_at
from games import GAMES
from tests.clients.three_games import LONG, SHORT, three_games
from tests.competitions.conftest import anyone, clock, crowd, owner, rival

from .props import props_in
from .reading import read, said, says, words
from .walks import walk

__all__ = ["anyone", "clock", "crowd", "owner", "rival"]

GAME, SEED = GAMES["wish"], "a-tree"
OPENING = GAME.open(SEED)
NOTHING = Marked((), ())


@pytest.fixture
def event(owner, crowd, clock):
    return three_games(owner, crowd, clock)


def test_a_reader_follows_ways_from_fork_to_fork(client, owner, event, clock):
    path = f"/c/{event['id']}/rounds/1/tree"
    read(client, path, 404)
    owner.act(event, "close")
    round = Round.objects.get(competition=event["id"])
    Round.objects.filter(pk=round.pk).update(par_score=9, par_proven=True, par_at=clock.now)
    SolvedRound.objects.create(round=round, due=False, moves=LONG[: len(SHORT)], solvers_version=1)
    page = read(client, path)
    says(
        words(page),
        "3 players have played this deal. Follow a way to see how it went on.",
        "The best score was 15. That is better than usual.",
        "best line",
        "One player stopped here, or went a way that hardly anybody took.",
        "Par 9: nobody could leave fewer.",
    )
    assert re.findall(r'data-board="(\w+)" data-move="(.*?)"', page) == [("table", LONG[0])]
    assert props_in(page, "table")["ply"] == 0
    assert 'x2="66.7%"' in page
    [way] = re.findall(r'<li class="way better"><a href="(.*?)">', page)
    deeper = read(client, unescape(way))
    says(
        words(deeper),
        f"After move {len(SHORT)}",
        "2 of 3 players came this way.",
        f"Up to move {len(SHORT)}, all of them made the same moves.",
        "One of 2 went on like this: ",
        "One player stopped here",
        lacks=["best line"],
    )
    says(deeper, f'href="{path}">Back to the fork before')
    [game] = re.findall(r'<li class="way \w+"><a href="(/results/.*?)">', deeper)
    assert game.endswith(f"?ply={len(SHORT) + 1}#replay")
    assert path in client.get(f"/c/{event['id']}").content.decode()


def test_an_address_that_names_no_branch_is_not_found(client, owner, event, clock):
    path = f"/c/{event['id']}/rounds/1/tree"
    owner.act(event, "close")
    log = re.search(r"\?log=(\w+)", read(client, path))[1]
    assert client.get(f"{path}?log={log}&ply=1").status_code == 200
    here = f"log={log}"
    for query in (
        *("ply=1", here, f"{here}&ply=x", f"{here}&ply=201", f"{here}&ply=-1", "log=x&ply=1"),
        *("log=2222222222222222&ply=1", "skip=9", "skip=x", "skip=" + "9" * 99, f"{here}&ply=1&skip=1"),
    ):
        assert client.get(f"{path}?{query}").status_code == 404, query


def test_a_deal_that_nobody_played_has_no_forks(client, owner, clock):
    event = owner.create()
    owner.act(event, "close")
    clock.forward(seconds=1)
    assert "Nobody played it." in said(client, f"/c/{event['id']}/rounds/1/tree")


def forks_below(tree, **at):
    """The fork at this branch, and all below it, by every link that its pages have."""
    waiting, seen = [{"log": "", "ply": 0, "skip": 0}], []
    while waiting:
        asked = waiting.pop()
        fork = fork_at(tree, OPENING, NOTHING, **asked, lowest=True)
        seen.append(fork)
        waiting += [
            {"log": way.branch.log, "ply": way.branch.ply, "skip": 0}
            for way in fork.ways
            if way.branch.players > 1
        ]
        if fork.after:
            waiting.append(asked | {"skip": asked["skip"] + len(fork.ways)})
    return seen


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 30)), min_size=1, max_size=60))
def test_every_player_is_counted_once_at_every_fork_and_no_page_is_long(games):
    walks = [walk(GAME, SEED, random.Random(n), longest=longest) for n, longest in games]
    counted = [CountedGame(32 - 2 * len(moves), f"log{n}", moves) for n, moves in enumerate(walks)]
    tree = grow(sorted(counted, key=lambda game: game.score))
    for fork in forks_below(tree):
        assert len(fork.ways) <= MOST_WAYS
        assert fork.went_on <= fork.here.players
        assert bool(stopped_in_words(fork)) == (fork.went_on < fork.here.players and len(games) > 1)
        assert not (together_in_words(fork) and len(games) == 1)
        assert bool(other_ways_in_words(fork.after)) == bool(fork.after)
        if fork.came.ply:
            before = fork.fork_before
            assert before is None or before.ply < fork.came.ply
            assert before is None or before.players >= fork.came.players
        for way in fork.ways:
            assert way.branch.move in {move.text for move in fork.position.table.legal()}
            better = way.branch.half < fork.everyone.half
            assert (way.ended == EndedHow.BETTER) == better


def test_the_ways_of_the_viewer_and_of_the_best_line_are_marked_as_long_as_they_are_followed():
    one, other = (walk(GAME, SEED, random.Random(n), longest=4) for n in (1, 2))
    assert one[0] != other[0]
    games = [CountedGame(8, "a", one), CountedGame(8, "b", one[:2]), CountedGame(9, "c", other)]
    tree, marked = grow(games), Marked(one, other)
    root = fork_at(tree, OPENING, marked, log="", ply=0, lowest=True)
    assert [(way.mine, way.best) for way in root.ways] == [(True, False), (False, True)]
    deeper = fork_at(tree, OPENING, marked, log="a", ply=1, lowest=True)
    assert [(way.mine, way.best) for way in deeper.ways] == [(True, False)]
    assert (deeper.here.ply, len(deeper.together)) == (2, 1)
    with pytest.raises(NoSuchBranch):
        fork_at(tree, OPENING, marked, log="z", ply=1, lowest=True)
