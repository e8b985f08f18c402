"""What is promised of ratings, whatever was played."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from operator import itemgetter

import pytest
from elo_mmr_py import Contest, EloMmrConfig, rate_latest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from competitions.models import Rating
from competitions.models.ratings import PROVISIONAL_BELOW
from competitions.ratings.ladder import LARGEST_STEP, NEWCOMER, Ladder, Rated

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
NAMES = "ABCDEF"
ROUND = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 3), min_size=2)
"""Scores, of which the lowest is the best."""
ROUNDS = st.lists(ROUND, max_size=16)
SOME = settings(max_examples=40, deadline=None)


def ranks(scores: Mapping[str, int]) -> Mapping[str, int]:
    return {name: 1 + sum(other < score for other in scores.values()) for name, score in scores.items()}


def ladder_after(rounds: Sequence[Mapping[str, int]]) -> Ladder:
    ladder = Ladder()
    for scores in rounds:
        ladder.rate(ranks(scores), NOON)
    return ladder


def test_a_newcomer_has_1500():
    assert Ladder()["nobody"] == Rated(1500, 350, 0) == NEWCOMER


@given(before=ROUNDS, scores=ROUND, worse_by=st.integers(1, 4))
@SOME
def test_a_worse_place_never_gives_a_better_rating(before, scores, worse_by):
    """Nobody gains by losing. So giving up early never pays, too: it is a result like any other, and
    `test_giving_up_is_a_result_like_any_other` holds that."""
    name = min(scores)
    with_it = ladder_after(before).rate(ranks(scores), NOON)
    with_worse = ladder_after(before).rate(ranks({**scores, name: scores[name] + worse_by}), NOON)
    assert with_worse[name].rating <= with_it[name].rating


@given(rounds=ROUNDS)
@SOME
def test_names_decide_nothing(rounds):
    """Equals share a place, whoever of them stands first."""
    renamed = dict(zip(NAMES, reversed(NAMES), strict=True))
    ladder = ladder_after(rounds)
    other = ladder_after([{renamed[name]: score for name, score in scores.items()} for scores in rounds])
    assert [ladder[name] for name in NAMES] == [other[renamed[name]] for name in NAMES]


@given(rounds=st.lists(ROUND, max_size=PROVISIONAL_BELOW))
@SOME
def test_adding_up_is_what_the_library_says_of_all_at_once(rounds):
    """It drops rounds in which all tie; here they count, and move nobody."""
    contests = [
        Contest(
            [
                (name, place - 1, place - 2 + list(places.values()).count(place))
                for name, place in sorted(places.items(), key=itemgetter(1))
            ],
            time_seconds=int(NOON.timestamp()),
        )
        for places in map(ranks, rounds)
    ]
    system = EloMmrConfig("mmr", weight_limit=0.05, sig_limit=40, split_ties=True)
    rated = rate_latest(contests, system, mu_noob=1500, sig_noob=350)
    ladder = ladder_after(rounds)
    for name in NAMES:
        if name in rated:
            assert ladder[name][:2] == (round(rated[name].mu), round(rated[name].sig))
        else:
            assert ladder[name][:2] == NEWCOMER[:2]
        assert ladder[name].rounds == sum(name in scores for scores in rounds)


@pytest.mark.extra
@given(rounds=ROUNDS)
@SOME
def test_who_plays_alike_is_rated_alike(rounds):
    """Players who tie, and have tied in every rated round before, come out the same."""
    twins = [{**scores, "twin of A": scores["A"]} for scores in rounds if "A" in scores]
    ladder = ladder_after(twins)
    assert ladder["A"] == ladder["twin of A"]


def test_a_rating_is_provisional_until_ten_rounds():
    assert [Rating(rounds=rounds).provisional for rounds in (1, 9, 10)] == [True, True, False]


@pytest.mark.parametrize("places", [dict.fromkeys(NAMES, 1), {"A": 1, "B": 1}])
def test_a_round_in_which_all_tie_counts_and_moves_nobody(places):
    ladder = ladder_after([{"A": 1, "B": 2}])
    before = {name: ladder[name] for name in places}
    after = ladder.rate(places, NOON)
    assert after == {name: of._replace(rounds=of.rounds + 1) for name, of in before.items()}


@pytest.mark.extra
@given(games=st.lists(st.booleans(), min_size=PROVISIONAL_BELOW, max_size=16))
@example(games=[True] * 5 + [False] * 7)
@settings(max_examples=10, deadline=None)
def test_one_round_moves_nobody_far_once_they_are_not_provisional(games):
    """In the example the library alone would take 248 points away at once: won five times, lost six times by
    a gulf."""
    weak, strong = [f"weak {n}" for n in range(50)], [f"strong {n}" for n in range(50)]

    def gulf(above: Sequence[str], below: Sequence[str]) -> dict[str, int]:
        return {**dict.fromkeys(above, 1), **dict.fromkeys(below, len(above) + 1)}

    ladder = Ladder()
    for _ in range(15):
        ladder.rate(gulf(strong, weak), NOON)
    steps = []
    for wins in games:
        before = ladder["X"].rating
        after = ladder.rate(gulf(["X"], weak) if wins else gulf(weak, ["X"]), NOON)["X"]
        steps.append(before - after.rating)
    assert all(abs(step) <= LARGEST_STEP for step in steps[PROVISIONAL_BELOW:])


@given(rounds=ROUNDS, known=st.integers(0, 16))
@SOME
def test_going_on_from_what_is_stored_gives_the_same(rounds, known):
    whole, recalled = Ladder(), Ladder()
    for number, scores in enumerate(rounds):
        rated = whole.rate(ranks(scores), NOON)
        if number < known:
            recalled.recall(ranks(scores), NOON, rated)
        else:
            assert recalled.rate(ranks(scores), NOON) == rated
