"""The scoreboard for a room: what is on it for whom, and the QR codes."""

import re
from datetime import timedelta

import pytest
import segno
from django.utils import timezone

from competitions.models import Competition, Round

from .playing import enter, play
from .props import props_in
from .reading import read, says

pytestmark = pytest.mark.django_db


def room_of(browser, competition):
    return read(browser, f"/c/{competition.pk}/room")


def codes_in(page):
    """The drawings of the QR codes."""
    return re.findall(r'<div class="qr".*?(<svg.*?</svg>)</div>', page, re.S)


def dark_modules(svg):
    """Where the strokes of the drawing lie, as (column, row), the quiet zone left out."""
    found, x, y = set(), 0.0, 0.0
    path = re.search(r'stroke="#000" d="(.*?)"', svg).group(1)
    for step, numbers in re.findall(r"([Mmh])([^Mmh]+)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if step == "h":
            found |= {(int(x) + at - 4, int(y) - 4) for at in range(int(values[0]))}
            x += values[0]
        else:
            x, y = (values[0], values[1]) if step == "M" else (x + values[0], y + values[1])
    return found


def expected_modules(link):
    matrix = segno.make(link, error="m", micro=False).matrix
    return {(x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}


def test_anyone_with_the_link_sees_names_standings_and_how_to_join(stranger, contest, rival):
    competition = contest("wish")
    play(competition, rival, [])
    page = room_of(stranger, competition)
    says(page, "Friday evening", "Ray Rival", "Running", f"testserver/c/{competition.pk}", "Join in")
    assert page.count("<h1") == page.count("<main") == 1
    says(page, lacks=['class="masthead"', 'class="colophon"'])


def test_the_island_starts_with_everyone_in_the_order_of_the_standings(stranger, contest, player):
    competition = contest("wish", "pyramid", closes_at=timezone.now() + timedelta(hours=2))
    players = [player(f"Player {number}") for number in range(30)]
    entries = [enter(competition, each).pk for each in players]
    play(competition, players[7], [])
    start = props_in(room_of(stranger, competition), "room-start")
    leader = entries.pop(7)
    assert [row["entry"] for row in start["rows"]] == [leader, *entries]
    assert (start["total"], start["games"]) == (30, ["Wish", "Pyramid"])
    assert start["columns"]["total"] == "Total"
    rounds = [(each["number"], each["state"]) for each in start["times"]["rounds"]]
    assert rounds == [(1, "open"), (2, "open")]
    assert start["times"]["rounds"][0]["closes_at"] > start["now"]


def test_the_start_has_the_same_times_as_the_api(stranger, contest):
    competition = contest("wish", "pyramid", opens_at=timezone.now() + timedelta(hours=1))
    times = props_in(room_of(stranger, competition), "room-start")["times"]
    told = stranger.get(f"/api/v1/competitions/{competition.pk}").json()
    assert times["state"] == told["state"]
    for mine, theirs in zip(times["rounds"], told["rounds"], strict=True):
        assert all(mine[key] == theirs[key] for key in ("number", "state", "closes_at"))
        assert mine["opens_at"][:19] == theirs["opens_at"][:19]


def test_the_screen_has_the_par_of_a_round_that_is_closed(stranger, contest):
    competition, now = contest("wish"), timezone.now()
    Round.objects.update(par_score=3, par_proven=True, par_at=now)
    assert props_in(room_of(stranger, competition), "room-start")["pars"] == [None]
    Competition.objects.update(opens_at=now - timedelta(hours=2), closes_at=now - timedelta(hours=1))
    assert props_in(room_of(stranger, competition), "room-start")["pars"] == [3]


def test_an_invite_only_room_is_for_entrants_and_led_to_for_the_organiser(
    stranger, desk, mine, contest, rival
):
    enter(competition := contest(access="invite"), rival)
    inside = ["Ray Rival", "room-start"]
    says(room_of(stranger, competition), "Only players and organisers", lacks=inside)
    says(room_of(mine, competition), *inside, lacks=["Only players and organisers"])
    path = f"/c/{competition.pk}"
    says(read(stranger, path), lacks=[f"{path}/room"])
    says(read(desk, path), f'href="{path}/room"')


@pytest.mark.parametrize("place", ["", "/room"])
def test_the_code_leads_to_the_contest_and_the_organisers_lets_one_in(
    stranger, desk, mine, contest, rival, place
):
    enter(competition := contest(access="invite"), rival)
    path, invite = f"/c/{competition.pk}", competition.invite
    for browser, query in ((stranger, ""), (mine, ""), (desk, f"?invite={invite}")):
        page = read(browser, path + place)
        assert (invite in page) == bool(query)
        link = f"http://testserver{path}{query}"
        assert [dark_modules(code) for code in codes_in(page)] == [expected_modules(link)]


def test_a_code_has_no_style_and_a_white_ground(stranger, contest):
    (code,) = codes_in(room_of(stranger, contest()))
    assert "style" not in code
    assert 'fill="#fff"' in code
