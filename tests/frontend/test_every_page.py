"""What holds on every page, whoever looks at it. `test_pseudo` holds the rest in a language of accents."""

from collections import defaultdict

import pytest
from django.conf import settings
from django.template import engines
from django.test import Client

from frontend.requests.stale_forms import SECRET
from frontend.urls import PAGES

from .conftest import PAGES as PLAYERS
from .playing import play, start
from .visits import VISITS

pytestmark = pytest.mark.django_db


def test_every_page_is_one_that_is_visited():
    assert {pattern.name for pattern in PAGES} == set(VISITS), "say in visits.py what there is to see"


@pytest.mark.extra
@pytest.mark.usefixtures("unlimited")
def test_a_form_from_elsewhere_is_refused_and_an_old_one_is_sent_by_one_press(owner):
    browser, anything = Client(enforce_csrf_checks=True), defaultdict(lambda: 16 * "2")
    browser.force_login(owner, backend=PLAYERS)
    pages = VISITS.keys() - {"stop_notices"}  # programs for mail press its button
    forms = [visit for page in pages for visit in VISITS[page] if visit.form is not None]
    assert len(forms) > 50
    for visit in forms:
        path = visit.path.format_map(anything)
        elsewhere = browser.post(path, visit.form)
        assert elsewhere.status_code == 403, visit
        assert "Send it again" not in elsewhere.content.decode(), visit
        ours = browser.post(path, visit.form, headers={"Origin": "http://testserver"}).content.decode()
        secret = any(SECRET.search(name) for name in visit.form)
        assert ("Send it again" in ours) != secret, visit
        assert "too old" in ours, visit


def test_what_a_template_asks_for_in_vain_is_heard(asked_in_vain):
    engines["django"].from_string("{% if nobody.pk %}{% endif %}").render({"nobody": None})
    assert len(asked_in_vain) == 1
    asked_in_vain.clear()


def test_no_cache_keeps_the_answer_that_remembers_a_new_player(stranger, contest):
    answer = stranger.post(f"/c/{contest().pk}/join", {"name": "Nell New"})
    assert settings.SESSION_COOKIE_NAME in answer.cookies
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_no_cache_keeps_a_page(stranger, mine):
    """Its countdowns begin at the time that it says, and a player's are their own."""
    for browser in (stranger, mine):
        answer = browser.get("/contests")
        assert not answer.cookies
        assert answer.headers["Cache-Control"] == "private, no-store"


def test_files_are_kept(stranger):
    answer = stranger.get("/static/frontend/favicon.svg")
    answer.close()
    assert "public" in answer.headers["Cache-Control"]


@pytest.mark.extra
def test_hostile_names_stay_text_wherever_they_are_shown(stranger, browser_of, contest, player):
    competition = contest("wish", "wish", name='"></script><script>alert(1)</script>')
    hostile = player("</script><b>x")
    log = play(competition, hostile, [])
    start(competition, hostile, number=2)
    parts = ("", "/rounds/1", "/rounds/2", "/room", "/sheet", "/embed", "/trail")
    paths = ["/", "/contests?q=<script>alert", f"/results/{log.pk}"]
    for path in paths + [f"/c/{competition.pk}{part}" for part in parts]:
        for browser in (stranger, browser_of(hostile)):
            page = browser.get(path).content.decode()
            assert "alert(1)" in page or path.endswith("trail"), path
            for markup in ("<script>alert", "</script><b>", "<b>x", '""></'):
                assert markup not in page, (path, markup)
