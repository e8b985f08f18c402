"""From certified results to ratings: what counts, in which order, and once."""

from datetime import timedelta
from io import StringIO
from math import inf
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.db.models import F
from django.utils import timezone
from elo_mmr_py import Contest, EloMmrConfig, rate_latest

from competitions.contests.close import certify, close
from competitions.models import (
    Access,
    Attempt,
    Competition,
    Entry,
    Play,
    RatedRound,
    Rating,
    RatingChange,
    Round,
)
from competitions.play.dealer import finish, play_moves, start_attempt
from competitions.ratings import rate_rounds
from competitions.ratings.ladder import Ladder
from competitions.ratings.leaderboard import leaderboard_version
from competitions.ratings.order import earlier_than, rounds_in_order
from competitions.ratings.rate_again import rate_again
from competitions.ratings.rate_rounds import RatedGame, compute_outcome, rate_due
from competitions.ratings.rated_rounds import add_certified_rounds
from tests.jobs.work import do_all_due
from tests.steps import steps_counted

from .conftest import contest_of, enter

pytestmark = pytest.mark.extra


def ratings(game: str = "wish") -> dict[str, int]:
    return dict(Rating.objects.filter(game_slug=game).values_list("player__name", "rating"))


def check() -> None:
    call_command("rate", "--check", stdout=StringIO(), stderr=StringIO())


def set_out(player, at) -> None:
    """Disqualify the player, or reinstate them, as a ban and its end do after certifying."""
    Entry.objects.filter(player=player).update(disqualified_at=at)
    rate_again(player=player)
    do_all_due()
    check()


def test_a_certified_round_is_rated_once(certified, played):
    played({"Ann": 0, "Bob": 9})  # closed, and not certified
    certified({"Ann": 3, "Bob": 3, "Cid": 8})
    before = leaderboard_version("wish")
    do_all_due()
    first = ratings()
    assert first["Ann"] == first["Bob"] > 1500 > first["Cid"]
    assert leaderboard_version("wish") > before, "readers of the leaderboard see that it has changed"
    columns = ("player__name", "rank", "field", "change", "rounds")
    changes = RatingChange.objects.order_by("rank", "player__name").values_list(*columns)
    ranks = {"Ann": 1, "Bob": 1, "Cid": 3}
    assert list(changes) == [(name, rank, 3, first[name] - 1500, 1) for name, rank in ranks.items()]
    check()


def test_giving_up_is_a_result_like_any_other(player):
    """Of four players one plays on, one gives up at once, the close ends the game of one, and one never
    began: all three that began are rated, and nobody gains by having stopped."""
    made = contest_of(player("Olga"))
    entries = {name: enter(made, player(name)) for name in ("Plays", "Stops", "Cut", "Never")}
    now, [wish] = timezone.now(), made.rounds_in_order
    for name in ("Plays", "Stops", "Cut"):
        seat, _ = start_attempt(entry=entries[name], round=wish, now=now)
        if name == "Plays":
            [first, *_] = wish.deal.opening.table.legal()
            play_moves(attempt_id=seat.attempt.pk, ply=0, moves=[first.text], now=now)
        if name != "Cut":
            finish(attempt_id=seat.attempt.pk, now=now)
    made = close(competition=made, organiser=player("Olga"), now=timezone.now())
    certify(competition=made, organiser=player("Olga"), now=timezone.now() + timedelta(seconds=1))
    do_all_due()
    rated = ratings()
    assert rated.keys() == {"Plays", "Stops", "Cut"}
    assert rated["Stops"] == rated["Cut"] < 1500 < rated["Plays"]


@pytest.mark.parametrize(("game", "best"), [("winabit", 8), ("pyramid", 0)])
def test_the_better_score_of_each_game_gains(certified, game, best):
    certified({"Ann": best, "Bob": 2}, game)
    do_all_due()
    assert ratings(game)["Ann"] > ratings(game)["Bob"]


def test_only_sealed_rounds_of_two_results_that_all_may_join_count(certified, player):
    for about in ({"access": Access.UNLISTED}, {"access": Access.INVITE}, {"play": Play.OPEN}):
        certified({"Ann": 0, "Bob": 9}, **about)
    do_all_due()
    assert not RatedRound.objects.exists()
    certified({"Ann": 0})
    do_all_due()
    assert ratings() == {}


def test_what_counts_is_fixed_when_a_player_joins(played, player):
    made = played({"Ann": 0, "Bob": 9, "Cid": 4})
    made.access = Access.UNLISTED
    made.save()
    assert set(Entry.objects.values_list("rated", flat=True)) == {True}
    Entry.objects.filter(player=player("Cid")).update(rated=False)  # who joined when it was unlisted
    certify(competition=made, organiser=player("Olga"), now=made.closes_at)
    do_all_due()
    assert set(ratings()) == {"Ann", "Bob"}


def test_the_order_is_that_of_certifying(played, player):
    """Computed here by the library alone."""
    one, other = played({"Ann": 0, "Bob": 9}), played({"Ann": 9, "Bob": 0, "Cid": 3})
    for made in (other, one):
        certify(competition=made, organiser=player("Olga"), now=timezone.now() + timedelta(seconds=1))
    do_all_due()
    contests = [
        Contest([("Bob", 0, 0), ("Cid", 1, 1), ("Ann", 2, 2)], time_seconds=1),
        Contest([("Ann", 0, 0), ("Bob", 1, 1)], time_seconds=2),
    ]
    rated = rate_latest(contests, EloMmrConfig("mmr", weight_limit=0.05, sig_limit=40, split_ties=True))
    assert ratings() == {name: of.rating for name, of in rated.items()}


def test_the_places_are_those_of_the_round_where_tie_breaks_part_equals(played, player):
    made, now = played({"Ann": 3, "Bob": 3, "Cid": 3}), timezone.now()
    Competition.objects.filter(pk=made.pk).update(tie_break="moves")
    for name, moves in (("Ann", 9), ("Bob", 4), ("Cid", 9)):
        Attempt.objects.filter(player=player(name)).update(moves_made=moves)
    certify(competition=made, organiser=player("Olga"), now=now)
    do_all_due()
    ranks = RatingChange.objects.order_by("player__name").values_list("rank", flat=True)
    assert list(ranks) == [2, 1, 2]
    assert ratings()["Ann"] == ratings()["Cid"] < ratings()["Bob"]
    check()


def test_a_round_added_late_makes_the_later_ones_due_again(certified):
    """As when a process died between certifying and adding it."""
    early, later = certified({"Ann": 0, "Bob": 9}), certified({"Bob": 0, "Cid": 9})
    assert add_certified_rounds(later.pk)
    rate_due()
    assert set(ratings()) == {"Bob", "Cid"}
    assert add_certified_rounds(early.pk)
    assert RatedRound.objects.filter(due=True).count() == 2
    rate_due()
    assert set(ratings()) == {"Ann", "Bob", "Cid"}
    check()
    assert not add_certified_rounds(early.pk)


def test_what_was_computed_before_a_change_is_not_stored(certified):
    certified({"Ann": 0, "Bob": 9})
    do_all_due()
    second = certified({"Ann": 0, "Bob": 9})
    assert add_certified_rounds(second.pk)

    def meanwhile(round, ladder):
        outcome = compute_outcome(round, ladder)
        if round.version == 1:
            RatedRound.objects.filter(pk=round.pk).update(version=2)
        return outcome

    with patch.object(rate_rounds, "compute_outcome", meanwhile):
        rate_due()
    assert RatedRound.objects.get(round__competition=second).version == 2
    check()


@pytest.mark.parametrize("fails", [False, True])
def test_a_process_that_remembers_nothing_goes_on_from_what_is_stored(certified, monkeypatch, fails):
    """And reads it all again if it fails halfway."""
    for scores in ({"Ann": 0, "Bob": 9, "Cid": 2}, {"Ann": 4, "Bob": 1}):
        certified(scores)
        do_all_due()
    rate_rounds.GAMES_RATED["wish"] = again = RatedGame("wish")
    add_certified_rounds(certified({"Cid": 4, "Bob": 2}).pk)
    recall, recalled = Ladder.recall, []

    def recalls(self, *of_round):
        recalled.append(of_round)
        if fails and len(recalled) == 2:
            raise OperationalError("the connection is lost")
        recall(self, *of_round)

    monkeypatch.setattr(Ladder, "recall", recalls)
    if fails:
        with pytest.raises(OperationalError):
            again.rate_due(inf)
    again.rate_due(inf)
    assert len(recalled) == (4 if fails else 2)
    check()


def test_one_more_round_takes_as_many_steps_after_many_as_after_few(certified):
    def steps_after(rounds: int) -> int:
        for _ in range(rounds):
            add_certified_rounds(certified({"Ann": 0, "Bob": 9}).pk)
        rate_due()
        add_certified_rounds(certified({"Ann": 0, "Bob": 9}).pk)
        with steps_counted() as steps:
            rate_due()
        return len(steps)

    steps_after(1)
    few, many = steps_after(4), steps_after(30)
    assert many <= 1.1 * few, (few, many)
    check()


def test_rounds_certified_at_one_moment_have_an_order(certified):
    contests = [certified({"Ann": 0, "Bob": 9}) for _ in range(3)]
    for contest in contests:
        add_certified_rounds(contest.pk)
    Round.objects.filter(competition=contests[0]).update(number=2)
    RatedRound.objects.update(certified_at=timezone.now())
    first, *_, last = rounds_in_order("wish")
    assert not RatedRound.objects.filter(earlier_than(first)).exists()
    assert RatedRound.objects.filter(earlier_than(last)).count() == 2


def test_rounds_that_another_process_has_rated_meanwhile_are_caught_up_with(certified, player):
    here, there = RatedGame("wish"), RatedGame("wish")
    for game in (here, there, there, here, there):
        add_certified_rounds(certified({"Ann": 0, "Bob": 9, "Cid": 2}).pk)
        assert game.rate_due(inf)
    rate_again(player=player("Bob"))
    assert there.rate_due(inf)
    add_certified_rounds(certified({"Cid": 4, "Bob": 2}).pk)
    assert here.rate_due(inf)
    check()


def test_results_that_cease_to_count_and_count_again_are_as_if_it_had_always_been_so(certified, player):
    for scores in (
        {"Ann": 0, "Bob": 9, "Cid": 4},
        {"Ann": 0, "Bob": 9},
        {"Bob": 4, "Cid": 1},
        {"Ann": 5, "Cid": 3, "Dee": 3},
    ):
        certified(scores)
    certified({"Ann": 8, "Bob": 2}, "pyramid")
    do_all_due()

    def changes() -> list[tuple[str, int]]:
        return sorted(RatingChange.objects.values_list("player", "rating"))

    before = changes()
    set_out(player("Ann"), timezone.now())
    assert set(ratings()) == {"Bob", "Cid", "Dee"}
    assert not RatingChange.objects.filter(player=player("Ann")).exists()
    assert ratings("pyramid") == {}
    set_out(player("Ann"), None)
    assert changes() == before


def test_a_round_of_one_result_counts_once_there_are_two(played, player):
    made = played({"Ann": 0, "Bob": 9})
    Entry.objects.filter(player=player("Ann")).update(disqualified_at=timezone.now())
    certify(competition=made, organiser=player("Olga"), now=timezone.now() + timedelta(seconds=1))
    do_all_due()
    assert ratings() == {}
    set_out(player("Ann"), None)
    assert set(ratings()) == {"Ann", "Bob"}


def test_a_deal_is_as_hard_as_by_the_ratings_before_it(certified):
    """The second deal, in which the strong leave 2 cards and the weak 8; a game without a move does not
    count, and too few players give none."""
    strong, weak = [f"Strong {n}" for n in range(5)], [f"Weak {n}" for n in range(5)]
    certified(dict.fromkeys(strong, 0) | dict.fromkeys(weak, 9))
    certified(dict.fromkeys(weak, 1))
    hard = certified(dict.fromkeys(strong, 2) | dict.fromkeys(weak, 8) | {"Idle": 32, "New": 5})
    Attempt.objects.filter(player__name="Idle").update(moves_made=0)
    do_all_due()
    changes = RatingChange.objects.filter(rated_round__round__competition=hard)
    before = dict(changes.values_list("player__name", F("rating") - F("change")))
    assert before["Strong 0"] > 1600 > 1400 > before["Weak 0"]
    of_few, of_hard = (RatedRound.objects.order_by("certified_at")[n].difficulty for n in (1, 2))
    assert of_few is None
    assert of_hard["players"] == 11
    first, *_, last = of_hard["expected"]
    assert abs(first[0] - before["Weak 0"]) <= 50
    assert abs(last[0] - before["Strong 0"]) <= 50
    assert 8 >= first[1] > 7
    assert 2 <= last[1] < 3
    check()


def test_a_deal_is_as_hard_as_by_the_results_that_count(certified, player):
    certified({f"Player {n}": 2 * n for n in range(10)})
    do_all_due()
    assert RatedRound.objects.get().difficulty == {"players": 10, "expected": [[1500, 9.0]]}
    set_out(player("Player 0"), timezone.now())
    assert RatedRound.objects.get().difficulty is None


def test_the_check_finds_a_difference(certified):
    certified({"Ann": 0, "Bob": 9})
    do_all_due()
    rated, rows = Rating.objects.filter(player__name="Ann"), RatedRound.objects.all()
    right, difficulty = rated.get().rating, {"players": 10, "expected": [[1500, 3.0]]}
    for query, wrong, back in (
        (rated, {"rating": 2000}, {"rating": right}),
        (rows, {"difficulty": difficulty}, {"difficulty": None}),
    ):
        query.update(**wrong)
        with pytest.raises(CommandError, match="1 difference"):
            check()
        query.update(**back)
        check()
