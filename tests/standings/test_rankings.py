"""Tables of results that were scored by hand."""

from fractions import Fraction

import pytest

from competitions.standings.entrants import RoundRules, Rules
from competitions.standings.rankings import RANKINGS, Standing
from games import GAMES

from .sheets import entrant, field_of, ranks, result, rules, worths


def test_a_sheet_of_two_tables_in_matchpoints():
    """Ann 7, Bea 7, Cyd 12, Dot 20 in round 1; Ann 15, Bea 9, Cyd 9, and Dot did not play, in round 2.

    Round 1: four played, so 6 is the most. Ann and Bea beat two and tie with one: 5. Cyd beats one: 2.
    Round 2: three played, so 4 is the most. Bea and Cyd beat one and tie with one: 3. The others have none.
    """
    field = field_of(
        rules("matchpoints", rounds=2),
        entrant("Ann", {1: 7, 2: 15}),
        entrant("Bea", {1: 7, 2: 9}),
        entrant("Cyd", {1: 12, 2: 9}),
        entrant("Dot", {1: 20}),
    )
    assert worths(field) == {
        "Ann": Fraction(500, 6) / 2,
        "Bea": (Fraction(500, 6) + 75) / 2,
        "Cyd": (Fraction(200, 6) + 75) / 2,
        "Dot": 0,
    }
    assert ranks(field) == [("Bea", 1), ("Cyd", 2), ("Ann", 3), ("Dot", 4)]


def test_where_all_tie_all_get_half():
    field = field_of(rules("matchpoints"), *(entrant(name, {1: 12}) for name in ("Ann", "Bea", "Cyd")))
    assert set(worths(field).values()) == {50}
    assert ranks(field) == [("Ann", 1), ("Bea", 1), ("Cyd", 1)]


def test_a_lone_entry_gets_half():
    field = field_of(rules("matchpoints"), entrant("Ann", {1: 30}), entrant("Bea"))
    assert worths(field) == {"Ann": 50, "Bea": 0}
    assert ranks(field) == [("Ann", 1), ("Bea", None)]


def test_a_disqualification_moves_everyone():
    """Without Ann, Bea and Cyd played alone: Bea beats one of one."""
    started = [entrant("Ann", {1: 5}), entrant("Bea", {1: 7}), entrant("Cyd", {1: 9})]
    field = field_of(rules("matchpoints"), *started)
    assert worths(field) == {"Ann": 100, "Bea": 50, "Cyd": 0}
    field.put(started[0]._replace(disqualified=True))
    assert worths(field) == {"Ann": 0, "Bea": 100, "Cyd": 0}
    assert ranks(field) == [("Bea", 1), ("Cyd", 2), ("Ann", None)]
    field.put(started[0])
    assert worths(field) == {"Ann": 100, "Bea": 50, "Cyd": 0}
    assert ranks(field) == [("Ann", 1), ("Bea", 2), ("Cyd", 3)]


@pytest.mark.parametrize("ranking", ["matchpoints", "points"])
def test_games_mix_in_which_few_points_win_and_in_which_many_do(ranking):
    """The lowest wins in rounds 1 and 3, the highest in round 2."""
    field = field_of(
        rules(ranking, rounds=3, lowest_wins=[True, False, True]),
        entrant("Ann", {1: 3, 2: 5, 3: 20}),
        entrant("Bea", {1: 5, 2: 9, 3: 10}),
        entrant("Cyd", {1: 9, 2: 7, 3: 30}),
    )
    assert (
        worths(field)
        == {
            "matchpoints": {
                "Ann": Fraction(100 + 0 + 50, 3),
                "Bea": Fraction(50 + 100 + 100, 3),
                "Cyd": Fraction(50, 3),
            },
            "points": {"Ann": 25 + 15 + 18, "Bea": 18 + 25 + 25, "Cyd": 15 + 18 + 15},
        }[ranking]
    )


@pytest.mark.parametrize("ranking", ["matchpoints", "points"])
def test_all_five_games_are_mixed(ranking):
    """Three players; the highest score wins in WinABit alone, where Ann leads, and Cyd did not play Well.

    Places: Wish Ann 1, Bea and Cyd 2; WinABit Ann 1, Cyd 2, Bea 3; Well Bea 1, Ann 2; Pyramid all 1;
    Three By Three Cyd 1, Bea 2, Ann 3.
    """
    slugs = ("wish", "winabit", "well", "pyramid", "three-by-three")
    facts = [
        RoundRules(game.worst_score(game.settle_rules({})), game.lowest_wins)
        for game in map(GAMES.get, slugs)
    ]
    field = field_of(
        Rules(ranking, (), tuple(enumerate(facts, start=1))),
        entrant("Ann", {1: 0, 2: 12, 3: 30, 4: 10, 5: 29}),
        entrant("Bea", {1: 4, 2: -20, 3: 8, 4: 10, 5: 14}),
        entrant("Cyd", {1: 4, 2: -3, 4: 10, 5: 7}),
    )
    assert [each.worst_score for each in facts] == [32, -24, 48, 28, 30]
    assert (
        worths(field)
        == {
            "matchpoints": {
                "Ann": Fraction(100 + 100 + 0 + 50 + 0, 5),
                "Bea": Fraction(25 + 0 + 100 + 50 + 50, 5),
                "Cyd": Fraction(25 + 50 + 0 + 50 + 100, 5),
            },
            "points": {
                "Ann": 25 + 25 + 18 + Fraction(58, 3) + 15,
                "Bea": Fraction(33, 2) + 15 + 25 + Fraction(58, 3) + 18,
                "Cyd": Fraction(33, 2) + 18 + 0 + Fraction(58, 3) + 25,
            },
        }[ranking]
    )


def test_points_go_to_ten_places_and_ties_share_the_mean_of_theirs():
    """Twelve play. Two share places 1 and 2; four share places 9 to 12, with 2 + 1 + 0 + 0 points."""
    scores = [1, 1, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]
    field = field_of(rules("points"), *(entrant(chr(65 + n), {1: score}) for n, score in enumerate(scores)))
    assert [*worths(field).values()] == [
        *[Fraction(25 + 18, 2)] * 2,
        *[15, 12, 10, 8, 6, 4],
        *[Fraction(2 + 1, 4)] * 4,
    ]
    assert [rank for _, rank in ranks(field)] == [1, 1, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]


def test_thirds_add_up_exactly():
    """25 + 18 + 15 shared by three, in three rounds, are 58: a sum of rounded thirds would be less."""
    field = field_of(
        rules("points", rounds=3),
        entrant("Ann", {1: 5, 2: 5, 3: 5}),
        entrant("Bea", {1: 5, 2: 5, 3: 5}),
        entrant("Cyd", {1: 5, 2: 5, 3: 5}),
    )
    assert set(worths(field).values()) == {Fraction(58)}
    assert [rank for _, rank in ranks(field)] == [1, 1, 1]


def test_places_in_a_round_go_by_the_tie_breaks_too():
    """Equal scores: without a tie-break Ann and Bea share the matchpoints, by fewer moves Bea beats Ann."""
    played = entrant("Ann", {1: result(7, moves=40)}), entrant("Bea", {1: result(7, moves=38)})
    assert worths(field_of(rules("matchpoints"), *played)) == {"Ann": 50, "Bea": 50}
    field = field_of(rules("matchpoints", tie_breaks=["moves"]), *played)
    assert worths(field) == {"Ann": 0, "Bea": 100}


@pytest.mark.parametrize(
    ("tie_breaks", "first"),
    [
        ((), None),
        (("wins",), "Ann"),
        (("moves",), "Bea"),
        (("time",), "Cyd"),
        (("earliest",), "Dot"),
        (("wins", "moves"), "Ann"),
        (("moves", "earliest"), "Bea"),
    ],
)
def test_each_tie_break_puts_another_first(tie_breaks, first):
    """All have 14 in all. One won a round, one made fewer moves, one took less time, one was done first."""

    def two(a, b, **of):
        return {1: result(a, **{"moves": 30, "ms": 900, "at": 5} | of), 2: result(b, moves=30, ms=900, at=9)}

    field = field_of(
        rules("total", rounds=2, tie_breaks=tie_breaks),
        entrant("Ann", two(7, 7, won=True)),
        entrant("Bea", two(8, 6, moves=29)),
        entrant("Cyd", two(9, 5, ms=899)),
        entrant(
            "Dot",
            {
                n: each._replace(ended_at=each.ended_at.replace(minute=0, second=8))
                for n, each in two(6, 8).items()
            },
        ),
    )
    ranked = ranks(field)
    if first is None:
        assert [rank for _, rank in ranked] == [1, 1, 1, 1]
    else:
        assert ranked[0] == (first, 1)
        assert ranked[1][1] == 2


@pytest.mark.parametrize("tie_break", ["moves", "time"])
def test_a_round_skipped_is_worse_than_one_given_up_where_moves_or_time_break_ties(tie_break):
    """All have 37: Ann skipped round 2, Bea and Cyd gave it up, which scores as much. Cyd needed less."""
    given_up = result(30, moves=1, ms=100)
    ann = entrant("Ann", {1: result(7, moves=40, ms=4000)})
    bea = entrant("Bea", {1: result(7, moves=50, ms=5000), 2: given_up})
    cyd = entrant("Cyd", {1: result(7, moves=49, ms=4900), 2: given_up})
    field = field_of(rules("total", rounds=2, tie_breaks=[tie_break]), ann, bea, cyd)
    assert ranks(field) == [("Cyd", 1), ("Bea", 2), ("Ann", 3)]
    assert {field.over([1, 2]).decided_by(each) for each in (ann, bea, cyd)} == {tie_break}


@pytest.mark.parametrize("tie_break", ["moves", "time"])
def test_who_was_last_in_a_round_is_before_who_skipped_it(tie_break):
    """Ann and Bea tied in round 1, and have 0 matchpoints of round 2: Bea was last in it, Ann skipped it."""
    first = result(7, moves=40, ms=4000)
    field = field_of(
        rules("matchpoints", rounds=2, tie_breaks=[tie_break]),
        entrant("Ann", {1: first}),
        entrant("Bea", {1: first, 2: result(30)}),
        entrant("Cyd", {1: 9, 2: 5}),
    )
    assert worths(field) == {"Ann": Fraction(75, 2), "Bea": Fraction(75, 2), "Cyd": 50}
    assert ranks(field) == [("Cyd", 1), ("Bea", 2), ("Ann", 3)]


def test_against_par_a_round_counts_once_its_par_is_there():
    """30 is the worst, par of rounds 1 and 3 is 4 and 10, that of round 2 is not there yet.

    Ann 7 + 12 is 5 over; Bea 4 and round 3 not played, 20 over; Cyd has played round 2 alone: 26 and 20 over.
    """
    field = field_of(
        rules("against_par", rounds=3, pars=[4, None, 10]),
        entrant("Ann", {1: 7, 2: 29, 3: 12}),
        entrant("Bea", {1: 4, 2: 3}),
        entrant("Cyd", {2: 0}),
        entrant("Dot"),
    )
    assert ranks(field) == [("Ann", 1), ("Bea", 2), ("Cyd", 3), ("Dot", None)]
    assert ranks(field, [2]) == [("Ann", 1), ("Bea", 1), ("Cyd", 1), ("Dot", None)]
    assert [field.over([1, 2, 3]).gain(each) for each in field.entrants.values()] == [41, 26, 0, 0]


def test_against_par_the_highest_wins_where_it_does_in_the_game():
    field = field_of(
        rules("against_par", lowest_wins=False, pars=[12]),
        entrant("Ann", {1: 9}),
        entrant("Bea", {1: 13}),
        entrant("Cyd", {1: 0}),
    )
    assert ranks(field) == [("Bea", 1), ("Ann", 2), ("Cyd", 3)]


@pytest.mark.parametrize(
    ("ranking", "standing", "said"),
    [
        ("matchpoints", Standing(1, 1, 3), "Beat 3 of 5 and tied with 1: 7 of 10 matchpoints."),
        ("matchpoints", Standing(0, 0, 2), "Beat 2 of 2: 4 of 4 matchpoints."),
        (
            "matchpoints",
            Standing(0, 0, 0),
            "Nobody else has played this round: that makes half of the matchpoints.",
        ),
        ("points", Standing(2, 0, 5), "Place 3."),
        ("points", Standing(1, 2, 5), "Places 2 to 4, shared: the mean of their points."),
        ("points", Standing(10, 0, 5), "Place 11: points go to the first 10 places."),
    ],
)
def test_a_round_explains_itself(ranking, standing, said):
    assert RANKINGS[ranking].explanation(standing) == said


def test_the_tie_break_that_parted_an_entry_from_its_neighbours_is_named():
    """Ann, Bea and Cyd have scored the same: wins part Cyd from the others, moves Ann from Bea."""
    field = field_of(
        rules("total", tie_breaks=["wins", "moves"]),
        entrant("Ann", {1: result(7, won=True, moves=20)}),
        entrant("Bea", {1: result(7, won=True, moves=30)}),
        entrant("Bec", {1: result(7, won=True, moves=30)}),
        entrant("Cyd", {1: result(7, moves=5)}),
        entrant("Dot", {1: 9}),
        entrant("Eve"),
        entrant("Fay", {1: 2}, disqualified=True),
    )
    for order in (field.over([1]), field.in_round(1)):
        decided = {name: order.decided_by(each) for name, each in field.entrants.items()}
        assert decided == {
            "Ann": "moves",
            "Bea": "moves",
            "Bec": "moves",
            "Cyd": "wins",
            "Dot": None,
            "Eve": None,
            "Fay": None,
        }
        assert order.ranked == 5
