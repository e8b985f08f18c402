"""Changing the settings of a contest at the desk."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from competitions.models import Competition

from ..forms import shown_in
from ..playing import close
from .visiting import did, path_of, read_again, refused

pytestmark = pytest.mark.django_db


def fields_of(browser, competition):
    page = browser.get(path_of(competition, "settings")).content.decode()
    main = page.split("<main", 1)[1].split("</main>")[0]
    return set(re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"', main)) - {"csrfmiddlewaretoken"}


def filled_in(browser, competition):
    """The fields of the page as they are shown, ready to be sent back."""
    return shown_in(browser.get(path_of(competition, "settings")).content.decode())


def test_settings_may_be_changed_as_long_as_the_lifecycle_allows_it(desk, contest, rival):
    competition = contest(play="sealed", time_limit_s=90)
    assert fields_of(desk, contest(draft=True)) >= {"play", "ranking", "attempts", "name", "time_limit_s"}
    assert fields_of(desk, competition) == {
        "name",
        "about",
        "access",
        "max_entries",
        "bots",
        "names",
        "closes_at",
        "freeze_at",
        "time_limit_s",
    }
    close(competition)
    assert fields_of(desk, competition) == {"name", "about", "names"}


def test_a_form_that_is_sent_back_as_it_is_shown_changes_nothing(desk, contest):
    now = timezone.now()
    for settings in (
        {"opens_at": now + timedelta(minutes=1.5), "closes_at": now + timedelta(days=1.234)},
        {"play": "sealed", "time_limit_s": 90, "opens_at": now + timedelta(days=1), "tie_break": ["time"]},
        {"draft": True, "access": "invite", "bots": False, "about": "Come.\n\nAll of you."},
    ):
        competition = contest(**settings)
        before = Competition.objects.filter(pk=competition.pk).values().get()
        did(desk, competition, "settings", **filled_in(desk, competition))
        assert Competition.objects.filter(pk=competition.pk).values().get() == before
        assert competition.acts.count() == 0


def test_settings_are_changed(desk, contest):
    competition = contest(opens_at=timezone.now() + timedelta(days=1))
    form = filled_in(desk, competition) | {
        "name": "Saturday",
        "ranking": "points",
        "tie_break": "wins",
        "max_entries": "12",
        "access": "invite",
    }
    page = did(desk, competition, "settings", **form)
    changed = read_again(competition)
    assert (changed.name, changed.ranking, changed.tie_break) == ("Saturday", "points", "wins")
    assert (changed.max_entries, changed.access, len(changed.invite)) == (12, "invite", 16)
    changes = "the name, who may play, how many may join, how it is ranked, how ties are broken."
    assert f"Olga Owner changed: {changes}" in page


def test_moments_that_are_sent_as_they_are_shown_stay_to_the_second(desk, contest):
    """Twice a year an hour comes twice in the organiser's zone: this is the second time, in Berlin."""
    minutes = {"opens_at": 30, "freeze_at": 40, "closes_at": 50}
    moments = {name: datetime(2097, 10, 27, 1, each, 15, tzinfo=UTC) for name, each in minutes.items()}
    competition = contest(**moments)
    competition.rounds.update(closes_at=moments["closes_at"])
    form = filled_in(desk, competition)
    assert form["opens_at"] == "2097-10-27T01:30"
    did(desk, competition, "settings", **form | {"name": "Saturday"})
    changed = read_again(competition)
    assert (changed.name, {name: getattr(changed, name) for name in moments}) == ("Saturday", moments)
    assert changed.rounds.get().closes_at == moments["closes_at"]


def test_settings_that_are_none_are_refused_where_they_stand(desk, contest):
    competition = contest()
    shown = filled_in(desk, competition)
    page = refused(desk, competition, "settings", status=422, **shown | {"name": "x", "max_entries": "1"})
    assert "Please correct the marked fields below." in page
    refused(desk, competition, "settings", status=422, **shown | {"closes_at": "2020-01-01T10:00"})
    assert read_again(competition).name == "Friday evening"


@pytest.mark.extra
def test_rounds_are_changed_as_long_as_they_may_be(desk, contest):
    now = timezone.now().replace(second=0, microsecond=0)
    draft = contest("wish", "pyramid", draft=True)
    later = now + timedelta(days=1)
    form = filled_in(desk, draft) | {
        "round-1-deal": "winabit scoring=5b",
        "round-2-opens_at": f"{later:%Y-%m-%dT%H:%M}",
        "ranking": "points",
    }
    did(desk, draft, "settings", **form)
    first, second = draft.rounds.all().select_related("deal")
    assert (first.deal.game_slug, second.deal.game_slug, second.opens_at) == ("winabit", "pyramid", later)
    open_now = contest("wish")
    shown = filled_in(desk, open_now)
    assert {name for name in shown if name.startswith("round")} == set()
    assert "round-1-closes_at" in desk.get(path_of(open_now, "settings")).content.decode()
    assert "round-1-opens_at" not in desk.get(path_of(open_now, "settings")).content.decode()
    past = {"round-1-closes_at": "2020-01-01T10:00"}
    assert "It is in the past." in refused(desk, open_now, "settings", status=422, **shown | past)
