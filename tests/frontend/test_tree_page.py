"""The page of how everyone played a deal: nested lists, read without a script."""

import re
from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string

from competitions.models import Round, SolvedRound
from competitions.solving.tree.grow_tree import Branch
from frontend.analysis.tree_lines import TreeLine, written_lines
from tests.clients.three_games import LONG, SHORT, three_games
from tests.competitions.conftest import anyone, clock, crowd, owner, rival

__all__ = ["anyone", "clock", "crowd", "owner", "rival"]


@pytest.fixture
def event(owner, crowd, clock):
    return three_games(owner, crowd, clock)


def test_who_went_how_far_together_and_where_the_best_line_goes(client, owner, event, clock):
    path = f"/c/{event['id']}/rounds/1/tree"
    assert client.get(path).status_code == 404
    owner.act(event, "close")
    round = Round.objects.get(competition=event["id"])
    Round.objects.filter(pk=round.pk).update(par_score=9, par_proven=True, par_at=clock.now)
    SolvedRound.objects.create(round=round, due=False, moves=LONG[: len(SHORT)], solvers_version=1)
    said = client.get(path).content.decode()
    first, second = re.findall(
        r"<p( class=\"marked\")?>(.*?)</p>", said.partition('<ol class="tree">')[2], re.DOTALL
    )[:2]
    assert f'?ply={len(SHORT)}">{len(SHORT) - 1} more moves' in first[1]
    assert "2 players: best 15, half got 15 or better" in first[1]
    assert "best line" in first[1]
    assert f'?ply={len(LONG)}">{len(LONG) - len(SHORT) - 1} more move' in second[1]
    assert "1 player: score 15" in second[1]
    assert "best line" not in second[1]
    assert "1 more stopped here or made less common moves." in said
    assert "1 player made no move" in said
    assert "Par 9: nobody could leave fewer." in said
    assert f"{path}" in client.get(f"/c/{event['id']}").content.decode()


class Nesting(HTMLParser):
    """How deep lists are nested; each tag ends where it should."""

    def __init__(self):
        super().__init__()
        self.open, self.deepest = [], 0

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.deepest = max(self.deepest, self.open.count("ol"))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_games_that_part_again_and_again_can_be_written():
    def line(players, *ways):
        branch = Branch(1, "turn", players, 0, 0, "2" * 16)
        return TreeLine("words", branch, branch, mine=False, best=False, ways=list(ways))

    deep = line(1)
    for players in range(2, 300):
        deep = line(2 * players, line(players), deep)
    root = line(1000, line(1), deep, line(2, line(1)))
    html, nesting = "", Nesting()
    for written in written_lines(root):
        html += render_to_string("analysis/parts/tree_line.html", {"written": written, "line": written.line})
    nesting.feed(html)
    assert (nesting.open, nesting.deepest) == ([], 298)
    assert html.count("words") == 2 * 298 + 1 + 3
