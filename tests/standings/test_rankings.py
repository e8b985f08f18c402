"""Tables of results that were scored by hand."""

from fractions import Fraction

import pytest

from competitions.standings.entrants import RoundRules, Rules
from competitions.standings.rankings import RANKINGS, Standing
from competitions.standings.rankings.points import POINTS
from games import GAMES

from .sheets import entrant, field_of, ranks, result, rules, worths


@pytest.mark.parametrize(
    ("ranking", "results", "expected", "order"),
    [
        # Round 1: four played, so 6 is the most. Ann and Bea beat two and tie with one: 5. Cyd beats one: 2.
        # Round 2: three played, so 4 is the most. Bea and Cyd beat one and tie with one: 3.
        pytest.param(
            *("matchpoints", {"Ann": (7, 15), "Bea": (7, 9), "Cyd": (12, 9), "Dot": (20,)}),
            *([Fraction(250, 6), Fraction(950, 12), Fraction(650, 12), 0], "Bea 1, Cyd 2, Ann 3, Dot 4"),
            id="two tables",
        ),
        pytest.param(
            *("matchpoints", dict.fromkeys(("Ann", "Bea", "Cyd"), (12,)), [50] * 3, "Ann 1, Bea 1, Cyd 1"),
            id="where all tie all get half",
        ),
        pytest.param(
            "matchpoints", {"Ann": (30,), "Bea": ()}, [50, 0], "Ann 1, Bea None", id="alone one gets half"
        ),
        # 25 + 18 + 15 shared by three, in three rounds, are 58: a sum of rounded thirds would be less.
        pytest.param(
            *("points", dict.fromkeys(("Ann", "Bea", "Cyd"), (5, 5, 5)), [58] * 3, "Ann 1, Bea 1, Cyd 1"),
            id="thirds add up exactly",
        ),
        # Two share places 1 and 2; four share places 9 to 12, with 2 + 1 + 0 + 0 points.
        pytest.param(
            "points",
            {chr(65 + n): (score,) for n, score in enumerate([1, 1, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9])},
            [*[Fraction(43, 2)] * 2, *[15, 12, 10, 8, 6, 4], *[Fraction(3, 4)] * 4],
            "A 1, B 1, C 3, D 4, E 5, F 6, G 7, H 8, I 9, J 9, K 9, L 9",
            id="ten places get points and ties share theirs",
        ),
    ],
)
def test_a_sheet_scored_by_hand(ranking, results, expected, order):
    field = field_of(rules(ranking, rounds=max(map(len, results.values()))), **results)
    assert [*worths(field).values()] == expected
    assert ", ".join(f"{name} {rank}" for name, rank in ranks(field)) == order


def test_a_disqualification_moves_everyone():
    """Without Ann, Bea and Cyd played alone: Bea beats one of one."""
    field = field_of(rules("matchpoints"), Ann=(5,), Bea=(7,), Cyd=(9,))
    ann = field.entrants["Ann"]
    for disqualified, worth, order in (
        (False, (100, 50, 0), [("Ann", 1), ("Bea", 2), ("Cyd", 3)]),
        (True, (0, 100, 0), [("Bea", 1), ("Cyd", 2), ("Ann", None)]),
        (False, (100, 50, 0), [("Ann", 1), ("Bea", 2), ("Cyd", 3)]),
    ):
        field.put(ann._replace(disqualified=disqualified))
        assert (tuple(worths(field).values()), ranks(field)) == (worth, order)


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        ("matchpoints", [Fraction(100 + 0 + 50, 3), Fraction(50 + 100 + 100, 3), Fraction(50, 3)]),
        ("points", [25 + 15 + 18, 18 + 25 + 25, 15 + 18 + 15]),
    ],
)
def test_games_mix_in_which_few_points_win_and_in_which_many_do(ranking, expected):
    """The lowest wins in rounds 1 and 3, the highest in round 2."""
    mixed = rules(ranking, rounds=3, lowest_wins=[True, False, True])
    field = field_of(mixed, Ann=(3, 5, 20), Bea=(5, 9, 10), Cyd=(9, 7, 30))
    assert [*worths(field).values()] == expected


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        ("matchpoints", [Fraction(n, 5) for n in (100 + 100 + 50, 25 + 100 + 50 + 50, 25 + 50 + 50 + 100)]),
        (
            "points",
            [
                25 + 25 + 18 + Fraction(58, 3) + 15,
                Fraction(33, 2) + 15 + 25 + Fraction(58, 3) + 18,
                Fraction(33, 2) + 18 + 0 + Fraction(58, 3) + 25,
            ],
        ),
    ],
)
def test_all_five_games_are_mixed(ranking, expected):
    """Three players; the highest score wins in WinABit alone, where Ann leads, and Cyd did not play Well.

    Places: Wish Ann 1, Bea and Cyd 2; WinABit Ann 1, Cyd 2, Bea 3; Well Bea 1, Ann 2; Pyramid all 1;
    Three By Three Cyd 1, Bea 2, Ann 3.
    """
    games = [GAMES[slug] for slug in ("wish", "winabit", "well", "pyramid", "three-by-three")]
    facts = [RoundRules(game.worst_score(game.settle_rules({})), game.lowest_wins) for game in games]
    assert [each.worst_score for each in facts] == [32, -24, 48, 28, 30]
    mixed = Rules(ranking, (), tuple(enumerate(facts, start=1)))
    scores = {"Ann": (0, 12, 30, 10, 29), "Bea": (4, -20, 8, 10, 14), "Cyd": (4, -3, None, 10, 7)}
    assert [*worths(field_of(mixed, **scores)).values()] == expected


def test_the_sentence_of_a_ranking_by_points_has_the_points():
    *others, last = map(str, POINTS)
    assert f"{', '.join(others)} and {last} points" in RANKINGS["points"].sentence


def test_places_in_a_round_go_by_the_tie_breaks_too():
    """Equal scores: without a tie-break Ann and Bea share the matchpoints, by fewer moves Bea beats Ann."""
    for tie_breaks, expected in (([], [50, 50]), (["moves"], [0, 100])):
        asked = rules("matchpoints", tie_breaks=tie_breaks)
        field = field_of(asked, Ann=[result(7, moves=40)], Bea=[result(7, moves=38)])
        assert [*worths(field).values()] == expected


@pytest.mark.parametrize(
    ("tie_breaks", "first"),
    [
        ("", None),
        *(("wins", "Ann"), ("moves", "Bea"), ("time", "Cyd"), ("earliest", "Dot")),
        *(("wins moves", "Ann"), ("moves earliest", "Bea")),
    ],
)
def test_each_tie_break_puts_another_first(tie_breaks, first):
    """All have 14 in all. One won a round, one made fewer moves, one took less time, one was done first."""

    def two(a, b, ended=9, **of):
        return [result(a, **{"moves": 30, "ms": 900, "at": 5} | of), result(b, moves=30, ms=900, at=ended)]

    field = field_of(
        rules("total", rounds=2, tie_breaks=tie_breaks.split()),
        Ann=two(7, 7, won=True),
        Bea=two(8, 6, moves=29),
        Cyd=two(9, 5, ms=899),
        Dot=two(6, 8, ended=8),
    )
    ranked = ranks(field)
    if first is None:
        assert [rank for _, rank in ranked] == [1, 1, 1, 1]
    else:
        assert (ranked[0], ranked[1][1]) == ((first, 1), 2)


@pytest.mark.parametrize("tie_break", ["moves", "time"])
def test_a_round_skipped_is_worse_than_one_played_badly_where_moves_or_time_break_ties(tie_break):
    """All have 37: Ann skipped round 2, Bea and Cyd gave it up, which scores as much. Cyd needed less.

    In matchpoints Ann and Bea tied in round 1, and have 0 of round 2: Bea was last in it, Ann skipped it.
    """
    given_up = result(30, moves=1, ms=100)
    field = field_of(
        rules("total", rounds=2, tie_breaks=[tie_break]),
        Ann=[result(7, moves=40, ms=4000)],
        Bea=[result(7, moves=50, ms=5000), given_up],
        Cyd=[result(7, moves=49, ms=4900), given_up],
    )
    assert ranks(field) == [("Cyd", 1), ("Bea", 2), ("Ann", 3)]
    assert {field.over([1, 2]).decided_by(each) for each in field.entrants.values()} == {tie_break}
    first, asked = result(7, moves=40, ms=4000), rules("matchpoints", rounds=2, tie_breaks=[tie_break])
    field = field_of(asked, Ann=[first], Bea=[first, 30], Cyd=[9, 5])
    assert [*worths(field).values()] == [Fraction(75, 2), Fraction(75, 2), 50]
    assert ranks(field) == [("Cyd", 1), ("Bea", 2), ("Ann", 3)]


def test_against_par_a_round_counts_once_its_par_is_there():
    """30 is the worst, par of rounds 1 and 3 is 4 and 10, that of round 2 is not there yet.

    Ann 7 + 12 is 5 over; Bea 4 and round 3 not played, 20 over; Cyd has played round 2 alone: 26 and 20 over.
    """
    asked = rules("against_par", rounds=3, pars=[4, None, 10])
    field = field_of(asked, Ann=(7, 29, 12), Bea=(4, 3), Cyd=(None, 0), Dot=())
    assert ranks(field) == [("Ann", 1), ("Bea", 2), ("Cyd", 3), ("Dot", None)]
    assert ranks(field, [2]) == [("Ann", 1), ("Bea", 1), ("Cyd", 1), ("Dot", None)]
    assert [field.over([1, 2, 3]).gain(each) for each in field.entrants.values()] == [41, 26, 0, 0]
    highest = rules("against_par", lowest_wins=False, pars=[12])
    assert ranks(field_of(highest, Ann=(9,), Bea=(13,), Cyd=(0,))) == [("Bea", 1), ("Ann", 2), ("Cyd", 3)]


@pytest.mark.parametrize(
    ("ranking", "standing", "said"),
    [
        ("matchpoints", (1, 1, 3), "Beat 3 of 5 and tied with 1: 7 of 10 matchpoints."),
        ("matchpoints", (0, 0, 2), "Beat 2 of 2: 4 of 4 matchpoints."),
        ("matchpoints", (0, 0, 0), "Nobody else has played this round: that makes half of the matchpoints."),
        ("points", (2, 0, 5), "Place 3."),
        ("points", (1, 2, 5), "Places 2 to 4, shared: the mean of their points."),
        ("points", (10, 0, 5), "Place 11: points go to the first 10 places."),
    ],
)
def test_a_round_explains_itself(ranking, standing, said):
    assert RANKINGS[ranking].explanation(Standing(*standing)) == said


def test_the_tie_break_that_parted_an_entry_from_its_neighbours_is_named():
    """Ann, Bea and Cyd have scored the same: wins part Cyd from the others, moves Ann from Bea."""
    won = [result(7, won=True, moves=moves) for moves in (20, 30)]
    results = {"Ann": won[:1], "Bea": won[1:], "Bec": won[1:], "Cyd": [result(7, moves=5)], "Dot": (9,)}
    fay = entrant("Fay", [2], disqualified=True)
    field = field_of(rules("total", tie_breaks=["wins", "moves"]), fay, **results, Eve=())
    parted = {"Ann": "moves", "Bea": "moves", "Bec": "moves", "Cyd": "wins"}
    for order in (field.over([1]), field.in_round(1)):
        decided = {name: order.decided_by(each) for name, each in field.entrants.items()}
        assert decided == parted | dict.fromkeys(("Dot", "Eve", "Fay"))
        assert order.ranked == 5
