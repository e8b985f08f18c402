"""A result stays readable for years: from the page of a certified contest, everything that was played."""

import json
import random
import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from competitions.contests.close import certify, close
from competitions.expiry import expired, sweep_some
from competitions.models import Competition, Round
from games import GAMES

from .lists.shown import pages_from
from .playing import enter, play, play_sealed
from .reading import says
from .walks import walk

pytestmark = pytest.mark.django_db
YEARS = timedelta(days=5 * 365)


@pytest.fixture
def years_later(monkeypatch):
    """Lets years go by, in which everything is deleted that may be."""

    def go():
        then = timezone.now() + YEARS
        monkeypatch.setattr(timezone, "now", lambda: then)
        for rows in expired(then):
            while sweep_some(rows):
                pass

    return go


def links(page):
    """Where a page leads, each place once, in order: addresses in its text with what they ask for."""
    found = re.findall(r'<a [^>]*href="([^"]+)"', page)
    return list(dict.fromkeys(unescape(link).partition("#")[0] for link in found if link[0] in "/?"))


def read(browser, path):
    """What a link leads to in the end, as text."""
    answer = browser.get(path, follow=True)
    assert answer.status_code == 200, path
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode(errors="replace")


def certified(competition, owner):
    for act in (close, certify):
        act(competition=competition, organiser=owner, now=timezone.now())


@pytest.mark.extra
def test_every_link_leads_to_what_was_played(stranger, contest, owner, player, years_later, monkeypatch):
    monkeypatch.setattr("frontend.contest.views.PAGE", 5)
    competition = contest("wish", "pyramid", tie_break=["moves"])
    deals = [round.deal for round in competition.rounds.all()]
    names = [f"Player {n}." for n in range(6)]
    for n, name in enumerate(names):
        one = player(name)
        enter(competition, one)
        for number, deal in enumerate(deals if n < 4 else (), start=1):
            play(competition, one, walk(GAMES[deal.game_slug], deal.seed, random.Random(n)), number)
    certified(competition, owner)
    years_later()
    path = f"/c/{competition.pk}"
    page = "".join(pages_from(stranger, path))
    says(page, ">Final<", *names)
    for deal in deals:
        says(page, deal.seed, deal.commitment)
    assert page.count("checked: it matches") == 2 * len(deals), "on each of two pages"
    found = links(page)
    games = [link for link in found if re.search(r"/players/\w+/rounds/\d$", link)]
    assert len(games) == 8, "four have played both rounds"
    for wanted in ("/sheet", "/room", "/logs.ndjson", "/standings.csv?bom=1", "/verify"):
        assert any(link.endswith(wanted) for link in found), wanted
    read_at = {link: read(stranger, path + link if link[0] == "?" else link) for link in found}
    for link in games:
        assert 'data-replay="' in read_at[link], "the game can be watched again"
    [logs] = [text for link, text in read_at.items() if link.endswith("/logs.ndjson")]
    lines = [json.loads(line) for line in logs.splitlines()]
    assert len(lines) == 8
    assert {line["seed"] for line in lines} == {deal.seed for deal in deals}
    verified = stranger.post("/verify", {"log": logs, "commitment": deals[0].commitment}).content.decode()
    assert "8 logs, all confirmed" in verified


@pytest.mark.extra
def test_a_sealed_one_opens_its_deal_and_its_games(stranger, contest, owner, rival, years_later):
    competition = contest("well", play="sealed", access="unlisted")
    log = play_sealed(competition, rival, [])
    certified(Competition.objects.with_rounds().get(pk=competition.pk), owner)
    years_later()
    page = read(stranger, f"/c/{competition.pk}")
    deal = Round.objects.get(competition=competition).deal
    says(page, deal.seed, "checked: it matches")
    [game] = [link for link in links(page) if link.endswith("/rounds/1") and "/players/" in link]
    assert f"/results/{log.pk}" in stranger.get(game).headers["Location"]
    assert 'data-replay="' in read(stranger, game)
    assert all(read(stranger, link) for link in links(page))
