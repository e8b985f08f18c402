"""Who wins the day's Wish is told that the wish is theirs, and how many others have one."""

import pytest

from games import GAMES
from games.hints import hint
from games.replay import play as played

from ..playing import close, daily_of, play_sealed

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


@pytest.fixture
def wish(monkeypatch):
    """Today's Wish."""
    monkeypatch.setattr("competitions.contests.create.random_seed", lambda: SEED)
    return daily_of("wish")


def text_of(browser, path):
    return " ".join(browser.get(path).content.decode().split()).replace("The wish", "the wish")


@pytest.mark.extra
def test_winners_are_told_and_counted_for_those_who_may_know(stranger, browser_of, player, rival, wish, won):
    path = f"/c/{wish.pk}"
    loser, other = player("Lou Loser"), player("Win Winner")
    assert "a wish" not in text_of(stranger, path)
    play_sealed(wish, loser, won[:3])
    assert "Nobody has a wish so far." in text_of(browser_of(loser), path)
    log = play_sealed(wish, rival, won)
    assert "1 player has a wish so far." in text_of(browser_of(rival), path)
    play_sealed(wish, other, won)
    for place in (path, f"{path}/rounds/1", f"/results/{log.pk}"):
        assert YOURS in text_of(browser_of(rival), place)
        assert YOURS not in text_of(browser_of(loser), place)
    assert "2 players have a wish so far." in text_of(browser_of(loser), path)
    assert "a wish" not in text_of(stranger, path)
    close(wish)
    assert "2 players have a wish." in text_of(stranger, path)


def test_other_games_and_other_contests_of_wish_grant_none(browser_of, rival, contest, won):
    ordinary = contest("wish", play="sealed", seed=None)
    play_sealed(ordinary, rival, [])
    assert "wish is yours" not in text_of(browser_of(rival), f"/c/{ordinary.pk}")
    assert "a wish" not in text_of(browser_of(rival), f"/c/{ordinary.pk}")
