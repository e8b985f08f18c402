"""Certificates on paper."""

import re

import pytest

from ..playing import close, enter, play
from .visiting import did, path_of, words_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("games", [("wish",), ("wish", "wish")])
def test_each_ranked_player_has_one_once_the_results_are_final(desk, contest, player, browser_of, games):
    competition = contest(*games)
    ada = player("Ada")
    play(competition, ada, [])
    enter(competition, player("Bo"))
    close(competition)
    path = path_of(competition, "certificates")
    assert desk.get(path).headers["Location"] == path_of(competition)
    closed = words_of(desk.get(path_of(competition)))
    assert closed.index("Declare the results final") < closed.index("Result sheet") < closed.index("Players")
    assert "Certificates" in did(desk, competition, "certify")
    page = desk.get(path)
    assert "Friday evening Ada" in words_of(page)
    assert "Bo" not in words_of(page).split()
    assert len(re.findall('role="img"', page.content.decode())) == 1
    assert browser_of(ada).get(path).status_code == 404
    assert desk.get(f"{path}?page=2").status_code == 404
