"""What holds on every page, whoever looks at it."""

import pytest
from django.conf import settings
from django.template import engines

from frontend.urls import PAGES

from .visits import VISITS, visited

pytestmark = pytest.mark.django_db


def test_every_page_is_one_that_is_visited():
    assert {pattern.name for pattern in PAGES} == set(VISITS), "say in visits.py what there is to see"


def test_every_page_answers_asks_for_what_is_there_and_is_kept_by_no_cache(viewer, scene, asked_in_vain):
    """No cache keeps pages of a player or a form, which is for one browser; others vary by cookie."""
    known = settings.SESSION_COOKIE_NAME in viewer.cookies
    kinds = set()
    for visit, answer in visited(viewer, scene):
        assert answer.status_code in (200, 302, 404, 409, 422), visit
        assert asked_in_vain == [], visit
        has_session = settings.SESSION_COOKIE_NAME in viewer.cookies  # who signs in gets one on the way
        own = has_session or "csrfmiddlewaretoken" in answer.content.decode()
        if "/practice/" in answer.headers.get("Location", ""):
            continue  # a new deal, another one each time, says it by itself
        assert answer.headers.get("Cache-Control") == ("private, no-store" if own else None), visit
        assert "Cookie" in answer.headers["Vary"], visit
        kinds.add(own)
    assert kinds == ({True} if known else {True, False})


def test_what_a_template_asks_for_in_vain_is_heard(asked_in_vain):
    engines["django"].from_string("{% if nobody.pk %}{% endif %}").render({"nobody": None})
    assert len(asked_in_vain) == 1
    asked_in_vain.clear()


def test_no_cache_keeps_the_answer_that_remembers_a_new_player(stranger, contest):
    answer = stranger.post(f"/c/{contest().pk}/join", {"name": "Nell New"})
    assert settings.SESSION_COOKIE_NAME in answer.cookies
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_files_are_kept(stranger):
    answer = stranger.get("/static/frontend/favicon.svg")
    answer.close()
    assert "public" in answer.headers["Cache-Control"]
