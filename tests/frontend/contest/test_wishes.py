"""Who wins the day's Wish is told that the wish is theirs, and how many others have one."""

import pytest

from games import GAMES
from games.hints import hint
from games.replay import play as played

from ..playing import close, daily_of, play, play_sealed
from ..reading import read, says

SEED = "usual-1"
YOURS = "the wish is yours"

pytestmark = pytest.mark.django_db


@pytest.fixture
def won():
    """Moves that win the deal."""
    position, moves = GAMES["wish"].open(SEED), []
    while given := hint(position):
        moves.append(given["move"])
        position = played(position, moves[-1])
    assert position.table.won
    return moves


def text_of(browser, path):
    return " ".join(read(browser, path).split()).replace("The wish", "the wish")


@pytest.mark.extra
def test_winners_are_told_and_counted_for_those_who_may_know(
    stranger, browser_of, mine, player, rival, won, monkeypatch
):
    monkeypatch.setattr("competitions.contests.create.random_seed", lambda: SEED)
    wish = daily_of("wish")
    path = f"/c/{wish.pk}"
    loser, other = player("Lou Loser"), player("Win Winner")
    play_sealed(wish, loser, won[:3])
    assert "has won" not in text_of(stranger, path)
    assert "Nobody has won so far." in text_of(browser_of(loser), path)
    log = play_sealed(wish, rival, won)
    assert "So far 1 player has won and may make a wish." in text_of(mine, path)
    play_sealed(wish, other, won)
    for place in (path, f"{path}/rounds/1", f"/results/{log.pk}"):
        assert YOURS in text_of(mine, place)
        assert YOURS not in text_of(browser_of(loser), place)
    assert "So far 2 players have won and may make a wish." in text_of(browser_of(loser), path)
    assert "a wish" not in text_of(stranger, path)
    close(wish)
    assert "2 players have won and may make a wish." in text_of(stranger, path)


def test_another_contest_of_wish_grants_none(mine, rival, contest, won):
    ordinary = contest("wish", seed=SEED)
    assert play(ordinary, rival, won).attempt.score == 0
    says(text_of(mine, f"/c/{ordinary.pk}"), lacks=[YOURS, "a wish"])
