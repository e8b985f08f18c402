"""The scoreboard in a frame of another site."""

import re

import pytest

from .playing import play
from .props import props_in
from .reading import read, says

pytestmark = pytest.mark.django_db


def policy_of(answer):
    return dict(
        part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";") if part
    )


def test_it_alone_may_stand_in_a_frame_of_any_site(stranger, contest):
    competition = contest("wish")
    shown, page = (stranger.get(f"/c/{competition.pk}{place}") for place in ("/embed", ""))
    assert "X-Frame-Options" not in shown.headers
    assert page.headers["X-Frame-Options"] == "DENY"
    assert policy_of(page)["frame-ancestors"] == "'none'"
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert policy_of(shown) == policy_of(page) | {"frame-ancestors": "*"}


def test_it_is_what_a_stranger_sees_whoever_looks(mine, stranger, contest, rival):
    """Else a page of another site could show players what is theirs, or have them press it."""
    competition = contest("wish", standings="own")
    play(competition, rival, [])
    own, other = (read(each, f"/c/{competition.pk}/embed") for each in (mine, stranger))
    assert re.sub("as of .*?</time>", "", own) == re.sub("as of .*?</time>", "", other)
    assert props_in(own, "live-scoreboard")["me"] is None
    says(own, "Ray Rival", lacks=["<form"])


def test_its_links_leave_the_frame(stranger, contest):
    page = read(stranger, f"/c/{contest('wish').pk}/embed")
    says(page, '<base target="_blank">', "Join on Evendeal")
