"""The page of a round while it is played, and after."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.models import Attempt, Log
from competitions.models.moves import MovesField
from competitions.play.dealer import finish, play_moves
from competitions.play.declare_done import declare_done
from frontend.contests.own_contests import PARTS, own_contests
from frontend.home.next_steps import next_steps
from games import GAMES
from tests.clients.contests import golden
from tests.steps import steps_counted

from .playing import enter, play, play_sealed, start
from .props import props_in
from .reading import page_of, press, read, refused, says
from .walks import moves_in

pytestmark = pytest.mark.django_db


def test_the_table_is_the_players_own_and_stands_where_it_was_left(mine, contest, rival):
    competition = contest("three-by-three", play="sealed", time_limit_s=600)
    entry = enter(competition, rival)
    seat = start(competition, rival)
    seat = play_moves(attempt_id=seat.attempt.pk, ply=0, moves=[seat.view["legal"][0]], now=timezone.now())
    page = page_of(mine, competition)
    props = props_in(page)
    assert (props["view"], props["view"]["ply"]) == (seat.view, 1)
    assert (props["entry"], props["state"], props["left"]) == (entry.pk, "running", 0)
    assert props["started_at"] < props["now"] < props["deadline"]
    assert seat.attempt.round.deal.seed not in page


@pytest.mark.parametrize(
    ("game", "play", "may"), [("wish", "open", True), ("wish", "sealed", False), ("well", "sealed", True)]
)
def test_the_page_knows_where_moves_may_be_taken_back(mine, contest, rival, game, play, may, stranger, desk):
    competition = contest(game, play=play)
    start(competition, rival)
    page = page_of(mine, competition)
    props = props_in(page)
    assert (props["may_take_back"], props["goal"]) == (may, GAMES[game].about_in("en").goal)
    assert "hints" not in props
    outside = "".join(re.findall(r"<noscript>(.*?)</noscript>", page, re.S))
    says(outside, "needs JavaScript", *(" ".join(cards) for cards in props["view"]["piles"].values()))
    for other in (stranger, desk):  # the table is for nobody else
        assert props_in(page_of(other, competition)) is None


def test_the_next_round_is_one_that_is_open_and_not_played(mine, contest, rival):
    competition = contest("wish", "pyramid", "three-by-three")
    play(competition, rival, [], number=2)
    start(competition, rival)
    seat = finish(attempt_id=props_in(page_of(mine, competition))["attempt"], now=timezone.now())
    ending = f"/results/{seat.attempt.log.pk}/ending"
    says(read(mine, ending), f'href="/c/{competition.pk}/rounds/3">Next: round 3, Three By Three</a>')
    play(competition, rival, [], number=3)
    says(read(mine, ending), lacks=["Next: "])


def test_the_page_knows_the_best_score_so_far_and_whether_fewer_points_win(mine, contest, rival):
    competition = contest("wish", "pyramid", attempts=None, counts="first")
    start(competition, rival)
    props = props_in(page_of(mine, competition))
    assert (props["best"], props["lowest"], props["rounds"]) == (None, True, 2)
    finish(attempt_id=props["attempt"], now=timezone.now())
    played = play(competition, rival, moves_in(competition))
    play(competition, rival, [])
    start(competition, rival)
    assert props_in(page_of(mine, competition))["best"] == played.attempt.score


def test_the_result_shows_score_rank_and_link(mine, contest, rival, player):
    competition = contest()
    play(competition, player("Ada"), [])
    entry = enter(competition, rival)
    seat = finish(attempt_id=start(competition, rival).attempt.pk, now=timezone.now())
    page = page_of(mine, competition)
    said = "Given up: 5 cards face down, 5 rounds not dealt; score <strong>30</strong>, after 0 moves."
    place = "You are <strong>joint 1st of 2 so far</strong>."
    says(page, "Your result", said, "Ada", place, f"http://testserver/results/{seat.attempt.log.pk}")
    place = props_in(page, "standing")
    assert place["entry"] == entry.pk
    assert [row["player"]["name"] for row in place["rows"]] == ["Ada", "Ray Rival"]


def test_a_win_is_said_in_the_words_of_its_game(mine, contest, rival):
    log = next(log for each in range(9) if (log := golden("wish", each))["result"].get("won"))["log"]
    competition = contest("wish", seed=log["seed"])
    play(competition, rival, log["moves"])
    assert "Won: all cards taken away; score <strong>0</strong>, after 16 moves" in page_of(mine, competition)


def test_the_words_of_many_moves_are_left_out_but_for_the_attempt_that_counts(
    mine, contest, rival, monkeypatch
):
    competition = contest(attempts=None)
    best = play(competition, rival, moves_in(competition))
    play(competition, rival, moves_in(competition)[:5])
    play(competition, rival, [])
    monkeypatch.setattr("frontend.wording.moves.MOST_IN_WORDS", best.attempt.moves_made)
    page = page_of(mine, competition)
    told = re.findall(r"Attempt \d: ([\w ]+)([:,])", page)
    assert told == [("Played to the end", ":"), ("Given up", ","), ("Given up", ":")]


def test_an_attempt_that_ran_out_of_time_is_not_called_given_up(mine, contest, rival):
    competition = contest(play="sealed", time_limit_s=10)
    attempt = start(competition, rival).attempt
    finish(attempt_id=attempt.pk, now=attempt.deadline)
    # No time is told, and least of all 0:00.
    says(page_of(mine, competition), "Time was up", "after 0 moves.", lacks=["Given up"])


def test_every_attempt_is_listed_with_the_one_that_counts(mine, contest, rival):
    competition = contest(attempts=3)
    for moves in ([], moves_in(competition)):
        play(competition, rival, moves)
    page = page_of(mine, competition)
    says(page, "Attempt 1", "Attempt 2", "1 of 3 attempts left", "Deal the cards")
    assert (page.count("Watch it again"), page.count(">counts<")) == (2, 1)


@pytest.mark.extra
def test_of_thousands_of_attempts_the_newest_are_listed_and_the_one_that_counts(mine, contest, rival):
    competition = contest(attempts=None)
    entry = enter(competition, rival)
    best, costs, now = play(competition, rival, moves_in(competition)), [], timezone.now()
    common = {"entry": entry, "round": competition.rounds.all()[0]}
    for numbers in (range(2, 40), range(40, 2000)):
        made = Attempt.objects.bulk_create(
            Attempt(number=number, score=30, player_id=rival.pk, started_at=now, ended_at=now, **common)
            for number in numbers
        )
        Log.objects.bulk_create(Log(attempt=attempt, moves=[], received_at=now, **common) for attempt in made)
        with steps_counted() as taken:
            page = page_of(mine, competition)
        costs.append(len(taken))
        assert f"You have made {numbers[-1]} attempts." in page
        assert re.findall(r"Attempt (\d+):", page) == ["1", *map(str, numbers[-10:])]
        assert f"/results/{best.pk}" in page
    assert costs[1] < 1.2 * costs[0]


def test_the_games_of_others_may_be_watched_once_no_attempt_is_left(mine, contest, rival, player):
    competition = contest(attempts=2)
    ada = play(competition, player("Ada"), [])
    play(competition, rival, [])
    assert ada.pk not in page_of(mine, competition)
    play(competition, rival, moves_in(competition))
    page = page_of(mine, competition)
    assert f'href="/results/{ada.pk}"' in page
    assert props_in(page, "standing")["logs"] == {ada.attempt_id: ada.pk}


def test_no_moves_are_read_but_of_the_viewers_own_short_games(mine, contest, rival, owner, monkeypatch):
    competition = contest(attempts=None)
    play(competition, owner, [])
    few = play(competition, rival, moves_in(competition)[:2])
    many = play(competition, rival, moves_in(competition))
    for bound in ("frontend.table.views.MOST_IN_WORDS", "competitions.endings.ending.MOST_MOVES"):
        monkeypatch.setattr(bound, few.attempt.moves_made)
    with CaptureQueriesContext(connection) as made:
        says(page_of(mine, competition), "Watch it again")
        read(mine, f"/c/{competition.pk}")
    [asked] = [
        query["sql"] for query in made.captured_queries if '"competitions_log"."moves"' in query["sql"]
    ]
    with connection.cursor() as cursor:
        cursor.execute(asked)
        rows = cursor.fetchall()
    few_written, many_written = (MovesField().get_prep_value(log.moves) for log in (few, many))
    assert len(rows) == 2
    assert [few_written in row for row in rows].count(True) == 1
    assert not any(many_written in row for row in rows)


DONE = "I have finished with this deal"


def test_who_has_played_may_be_done_and_sees_the_others_games(mine, rival, contest, player):
    competition = contest(attempts=None)
    results = [f"/results/{play(competition, each, []).pk}" for each in (player("Ann"), rival)]
    says(page_of(mine, competition), DONE, "as often as you like", lacks=results[:1])
    here = f"/c/{competition.pk}/rounds/1"
    assert press(mine, f"{here}/done") == here
    says(page_of(mine, competition), *results, lacks=[DONE, "Deal the cards"])


def test_nobody_is_asked_where_it_shows_nothing(mine, contest, rival):
    for settings in ({"attempts": 1}, {"attempts": None, "standings": "final"}, {"play": "sealed"}):
        competition = contest("wish", **settings)
        (play_sealed if "play" in settings else play)(competition, rival, [])
        assert DONE not in page_of(mine, competition)


def test_a_declaration_that_is_refused_says_why(mine, contest, rival):
    competition = contest(attempts=None)
    start(competition, rival)
    refused(mine, f"/c/{competition.pk}/rounds/1/done", status=409)


def test_a_round_that_is_done_waits_for_nobody(rival, mine, contest):
    competition = contest("wish", "well", attempts=None)
    entry = enter(competition, rival)
    for number in (1, 2):
        declare_done(entry=entry, round=competition.rounds.get(number=number), now=timezone.now())
        steps = next_steps(entry.player, timezone.now())
        assert [step.round.number for step in steps] == [2][: 2 - number]
    [own], _ = own_contests(entry.player, timezone.now(), most=1)
    assert PARTS[own.part] == "Running"
    assert "You have finished with this deal" in page_of(mine, competition)
