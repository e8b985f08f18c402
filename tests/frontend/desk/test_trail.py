"""The page of the audit trail."""

import pytest
from django.utils import timezone

from ..playing import enter
from ..reading import says
from .visiting import did, words_of

pytestmark = pytest.mark.django_db

UNNAMED = "Sam did something for which this page has no words: "


@pytest.mark.extra
def test_entrants_read_the_trail_and_strangers_do_not(rival, mine, desk, stranger, contest):
    competition = contest()
    entry = enter(competition, rival)
    did(desk, competition, "players", entry.pk, "disqualify", reason="<Two> phones")
    did(desk, competition, "close", reason="The bar closes")
    path = f"/c/{competition.pk}/trail"
    assert stranger.get(path).status_code == 404
    for each in (mine, desk):
        page = words_of(each.get(path))
        assert "Olga Owner closed the contest. The bar closes" in page
        assert "Olga Owner disqualified Ray Rival. &lt;Two&gt; phones" in page
        assert page.index("closed") < page.index("disqualified")
    assert f'href="{path}"' in mine.get(f"/c/{competition.pk}").content.decode()
    assert f'href="{path}"' not in stranger.get(f"/c/{competition.pk}").content.decode()


def test_a_long_trail_has_pages(desk, contest, owner):
    competition = contest()
    for _ in range(51):
        competition.acts.create(actor=owner, act="change", words="name", at=timezone.now())
    path = f"/c/{competition.pk}/trail"
    pages = [words_of(desk.get(f"{path}?page={page}")).count("changed: the name") for page in (1, 2)]
    assert pages == [50, 1]
    for query in ("?page=3", "?page=0"):
        assert desk.get(path + query).status_code == 404


def test_the_trail_tells_what_the_service_and_the_staff_did(desk, contest):
    competition = contest()
    round = competition.rounds.get()
    competition.acts.create(staff="Sam", act="unseal", round=round, words="A complaint", at=timezone.now())
    competition.acts.create(staff="Sam", act="something", at=timezone.now())
    for facts in ({"badges": 2}, {"badges": 1}, {"codes": 2}):
        competition.acts.create(staff="Sam", act="add_badges", facts=facts, at=timezone.now())
    page = words_of(desk.get(f"/c/{competition.pk}/trail"))
    assert "Sam looked at the sealed cards of round 1. A complaint" in page
    says(page, "Sam made 2 badges.", "Sam made 1 badge.", UNNAMED + "something.", UNNAMED + "add_badges.")
