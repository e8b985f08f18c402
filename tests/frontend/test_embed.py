"""The scoreboard in a frame of another site."""

import re

import pytest

from .playing import play
from .props import props_in
from .reading import says

pytestmark = pytest.mark.django_db


def embedded(browser, competition, status=200):
    answer = browser.get(f"/c/{competition.pk}/embed")
    assert answer.status_code == status
    return answer


def policy_of(answer):
    return dict(
        part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";") if part
    )


def test_it_alone_may_stand_in_a_frame_of_any_site(stranger, contest):
    competition = contest("wish")
    shown, page = embedded(stranger, competition), stranger.get(f"/c/{competition.pk}")
    assert "X-Frame-Options" not in shown.headers
    assert page.headers["X-Frame-Options"] == "DENY"
    assert policy_of(page)["frame-ancestors"] == "'none'"
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert policy_of(shown) == policy_of(page) | {"frame-ancestors": "*"}


def test_it_is_what_a_stranger_sees_whoever_looks(mine, stranger, contest, rival):
    """Else a page of another site could show players what is theirs, or have them press it."""
    competition = contest("wish", standings="own")
    play(competition, rival, [])
    shown = [embedded(each, competition).content for each in (mine, stranger)]
    assert re.sub(rb"as of .*?</time>", b"", shown[0]) == re.sub(rb"as of .*?</time>", b"", shown[1])
    assert props_in(shown[0].decode(), "live-scoreboard")["me"] is None
    assert b"<form" not in shown[0]
    assert b"Ray Rival" in shown[0]


def test_its_links_leave_the_frame(stranger, contest):
    says(embedded(stranger, contest("wish")).content.decode(), '<base target="_blank">', "Join on Evendeal")
