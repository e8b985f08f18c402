"""Asking for a deal in a band on the pages, and what they say of it while it is looked for and then."""

import pytest
from django.utils import timezone

from competitions.models import Competition, Deal, SoughtDeal

from ..forms import shown_in
from ..reading import read, says
from .visiting import acts_on, did, page_of, path_of, refused, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.extra]

BAND = {"round-0-band": "par", "round-0-par_low": "4", "round-0-par_high": "8"}


def started(desk, **fields):
    form = shown_in(read(desk, "/new")) | {"name": "Friday", "play": "sealed", "preset": ""}
    return desk.post("/new", form | {"round-0-game": "wish"} | fields)


def found(seed):
    SoughtDeal.objects.all().delete()
    Deal.objects.update(seed=seed, told_at=timezone.now())


def test_a_contest_with_a_band_is_published_once_its_deal_is_found(desk, stranger):
    started(desk, **BAND)
    competition = Competition.objects.get()
    says(words_of(desk.get(f"/c/{competition.pk}")), "Par is from 4 to 8. We are searching for such a deal.")
    says(page_of(desk, competition), "Par is from 4 to 8. We are searching for it.", "takes some minutes")
    assert "publish" not in acts_on(desk, competition)
    assert "searching for" in refused(desk, competition, "publish", status=409)
    found("dealt-for-a-band-of-the-pages")
    says(page_of(desk, competition), "Par is from 4 to 8. Found.", lacks=["takes some minutes"])
    did(desk, competition, "publish")
    says(words_of(stranger.get(f"/c/{competition.pk}")), "Par is from 4 to 8.", lacks=["searching"])
    says(words_of(stranger.get(f"/c/{competition.pk}/rounds/1")), "Promised Par is from 4 to 8.")
    assert "Found" not in page_of(desk, competition)


def test_a_band_without_deals_is_changed_in_the_settings(desk):
    started(desk, **BAND)
    competition = Competition.objects.get()
    found("")
    assert "We found no such deal: search again, or promise less" in page_of(desk, competition)
    assert "We found no such deal. Search again, or promise less." in words_of(
        desk.get(f"/c/{competition.pk}")
    )
    form = shown_in(read(desk, path_of(competition, "settings")))
    assert (form["round-1-band"], form["round-1-par_low"], form["round-1-par_high"]) == ("par", "4", "8")
    did(desk, competition, "settings", **form | {"round-1-band": "hard"})
    assert "A hard deal that can be won. We are searching for it." in page_of(desk, competition)
    form = shown_in(read(desk, path_of(competition, "settings")))
    did(desk, competition, "settings", **form | {"round-1-band": ""})
    assert "promise" not in page_of(desk, competition)


def test_the_same_band_is_asked_for_again_by_a_press(desk):
    started(desk, **BAND)
    competition = Competition.objects.get()
    assert "look-again" not in acts_on(desk, competition)
    found("")
    assert "look-again" in acts_on(desk, competition)
    assert "Par is from 4 to 8. We are searching for it." in did(desk, competition, "look-again")
    assert SoughtDeal.objects.count() == 1
    found("dealt-for-a-band-of-the-pages")
    did(desk, competition, "look-again")
    assert Deal.objects.get().seed == "dealt-for-a-band-of-the-pages", "what was found stays"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"play": "open", "round-0-band": "hard"}, "Only sealed play has bands"),
        ({"round-0-band": "par", "round-0-par_low": "4"}, "A band of par has a low and a high end"),
        (BAND | {"round-0-par_high": "99"}, "both are from 0 to 32"),
        ({"round-0-band": "hard", "round-0-game": "winabit scoring=5a"}, "so it cannot have a band"),
    ],
)
def test_a_band_that_makes_no_sense_is_refused_at_its_field(desk, fields, said):
    answer = started(desk, **fields)
    assert answer.status_code == 422
    assert said in words_of(answer)
