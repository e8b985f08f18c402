"""What the first page tells players to do next."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from competitions.models import Competition
from frontend.home.next_steps import MOST, next_steps
from games import GAMES
from games.replay import Replayed, replay_line
from tests.steps import steps_counted

from ..conftest import duel
from ..playing import enter, play, start
from ..reading import read, says, words
from ..windows import in_every_window

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
VECTORS = Path(__file__).parents[2] / "vectors"


@pytest.fixture
def now():
    return timezone.now()


def told(page):
    return [re.sub("<.*?>", "", words) for words in re.findall(r'<p class="next-words">(.*?)</p>', page)]


def test_who_has_entered_something_is_told_first_what_waits(mine, contest, rival):
    competition = contest("wish", "pyramid", "wish", name="The cup", closes_at=timezone.now() + 3.5 * HOUR)
    play(competition, rival, [])
    page = read(mine, "/")
    assert told(page) == ["Round 2 is waiting, 3 hours left"], "one for a contest, though round 3 waits too"
    assert page.count('<bdi lang="">The cup</bdi></a>') == 1
    assert f'href="/c/{competition.pk}/rounds/2"' in page
    assert page.index('id="next"') < page.index("The cup") < page.index('id="open"')
    assert "hero" not in page
    assert told(read(mine, "/contests/mine")) == told(page)
    assert told(read(mine, "/contests")) == []


def test_strangers_and_players_who_have_entered_nothing_are_told_what_this_is(stranger, mine):
    for browser in (stranger, mine):
        says(read(browser, "/"), "hero", lacks=['id="next"'])


def test_who_has_played_everything_is_told_so(mine, contest, rival):
    play(contest("wish"), rival, [])
    page = read(mine, "/")
    assert told(page) == []
    assert "You're all caught up" in page


def test_who_only_runs_contests_is_not_told_that_they_have_begun_every_round(desk, contest):
    for number in range(4):
        contest(name=f"Club {number}")
    page = read(desk, "/")
    says(page, "You organise these contests but do not play in them.", lacks=["caught up"])


def test_whom_a_duel_was_made_for_neither_runs_it_nor_is_done(mine, owner, rival):
    duel(owner, rival)
    page = read(mine, "/")
    assert "Olga Owner challenges you" in words(page)
    says(page, lacks=["You organise these contests", "caught up"])


def test_what_runs_comes_first_then_what_closes_soonest(mine, contest, rival, now):
    enter(contest("wish", name="no end"), rival)
    enter(contest("wish", name="soon", closes_at=now + HOUR), rival)
    enter(contest("wish", name="later", closes_at=now + 5 * HOUR), rival)
    enter(contest("wish", name="to come", opens_at=now + HOUR), rival)
    start(contest("wish", name="running", play="sealed", time_limit_s=600), rival)
    steps = next_steps(rival, timezone.now())
    assert [(step.round.competition.name, step.state) for step in steps] == [
        ("running", "running"),
        ("soon", "waiting"),
        ("later", "waiting"),
        ("no end", "waiting"),
        ("to come", "opening"),
    ]
    page = read(mine, "/")
    said = told(page)
    assert said[0] == "Your game is running, 9 minutes left"
    assert said[3:] == ["Your game is waiting", "Your game opens in 59 minutes"]
    counted = re.findall(r'data-words="(.*?)"', page)
    assert counted == ["left", "left", "left", "opening"], "in these words the script goes on"


def test_there_are_few_and_they_take_two_queries(contest, rival, django_assert_num_queries, now):
    for _ in range(MOST + 2):
        enter(contest(*["wish"] * 3), rival)
    with django_assert_num_queries(2):
        assert len([step.words for step in next_steps(rival, now)]) == MOST


@pytest.mark.extra
def test_who_is_in_very_many_contests_costs_little_more(contest, rival, monkeypatch, now):
    """Only the rounds of the newest contests are read; each other contest is a step in an index."""
    monkeypatch.setattr("frontend.home.next_steps.LOOKED_AT", 3)
    old = contest("wish")
    enter(old, rival)
    costs = []
    for more in (4, 40):
        for _ in range(more):
            newest = contest("wish", "wish", "wish")
            enter(newest, rival)
        with steps_counted() as taken:
            found = next_steps(rival, now + HOUR)
        costs.append(len(taken))
    assert found[0].round.competition == newest
    assert old not in [step.round.competition for step in found]
    assert (costs[1] - costs[0]) / 40 < 150


def test_a_step_is_waiting_just_while_its_round_is_open(rival, owner, monkeypatch, now):
    """The queries agree with `Round.state`, wherever the windows of the round and the contest lie."""
    for limit in ("MOST", "ENOUGH", "LOOKED_AT"):
        monkeypatch.setattr(f"frontend.home.next_steps.{limit}", 10_000)
    rounds = in_every_window(rival, owner, now)
    steps = {step.round.pk: step.state for step in next_steps(rival, now)}
    seen = set()
    for round in rounds:
        state = round.state(now)
        if state == "scheduled" and round.closing is not None and round.closing <= round.opening:
            continue  # it never opens
        assert steps.get(round.pk) == {"open": "waiting", "scheduled": "opening", "closed": None}[state]
        seen.add(state)
    assert seen == {"open", "scheduled", "closed"}
    Competition.objects.update(closes_at=now - HOUR, opens_at=None, certified_at=now)
    assert next_steps(rival, now) == []


def test_how_long_a_game_takes_is_what_golden_games_took():
    """Of the games that went well: those with a score in the better half."""
    for slug, game in GAMES.items():
        (least, most), lengths = game.lasts, []
        for file in VECTORS.glob(f"{slug}*.ndjson"):
            for line in file.read_text().splitlines():
                log = json.loads(line)["log"]
                if log.get("rules", {}) not in ({}, game.settle_rules({})):
                    continue
                played = replay_line(json.dumps(log).encode())
                worst = game.worst_score(log.get("rules", {}))
                if (
                    isinstance(played, Replayed)
                    and played.finished
                    and abs(played.score - worst) >= abs(worst) / 2
                ):
                    lengths.append(played.ply)
        assert lengths, slug
        within = [length for length in lengths if least <= length <= most]
        assert len(within) * 3 >= len(lengths) * 2, (slug, sorted(lengths))
        assert least >= min(lengths) * 0.5
        assert most <= max(lengths) * 1.5
