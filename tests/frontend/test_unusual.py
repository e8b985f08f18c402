"""The pages of drafts and of contests that were cancelled."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.contests.close import cancel

from .playing import play
from .reading import read, says
from .wording.test_sentences import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("places", ["", "/room", "/rounds/1"])
def test_a_draft_says_so_to_its_organiser_and_promises_no_moment(desk, contest, places):
    made = contest("wish", "wish", draft=True, closes_at=timezone.now() + timedelta(days=1))
    page = text_of(desk.get(f"/c/{made.pk}{places}"))
    assert "This is a draft. Until it is published, only its organisers see it and nobody can join." in page
    says(page, lacks=["Bring others", "Join in"])
    assert "opens 2" not in page  # the moment at which it was written
    if not places:
        assert "opens when the contest is published" in page
        says(page, "The contest opens when it is published, and closes", lacks=["Scoreboard"])


def test_a_draft_with_a_moment_says_when_it_opens(desk, contest):
    opens = timezone.now() + timedelta(days=2)
    assert f"opens {opens.day} " in text_of(desk.get(f"/c/{contest(draft=True, opens_at=opens).pk}"))


@pytest.mark.extra
@pytest.mark.parametrize("opened", [True, False])
def test_a_cancelled_contest_says_so_everywhere_and_nothing_counts(
    mine, owner, rival, contest, stranger, opened
):
    now = timezone.now()
    opens = None if opened else now + timedelta(days=1)
    made = contest(opens_at=opens, closes_at=now + timedelta(days=2))
    if opened:
        play(made, rival, [])
    cancel(competition=made, organiser=owner, now=timezone.now())
    places = ["", "/room", "/rounds/1"]
    if opened:
        places.append(f"/players/{made.entries.get().pk}")
    for browser in (stranger, mine):
        for place in places:
            page = text_of(browser.get(f"/c/{made.pk}{place}"))
            assert "This contest was cancelled" in page, place
            says(page, "Its results do not count.", lacks=["Join in", "Winners"])
    assert made.name not in read(stranger, "/")
    page = text_of(mine.get(f"/c/{made.pk}"))
    says(page, "Cancelled", lacks=["came 1st", "closed 2"])
    if opened:
        assert "You joined as Ray Rival; no result of this contest counts." in page
