"""Games that agree in more moves than chance explains, and all the others, which do not."""

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from competitions.moderation.same_moves import MOST_ALIKE, TELLING, EndedGame, same_moves
from games import GAMES
from games.hints import LED_TABLES, hint
from games.replay import play
from tests.moderation.games_alike import legal, telling_moves

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
WINABIT = GAMES["winabit"].open("alike")
MOVES = telling_moves(WINABIT, TELLING)

LONGEST = 80


def ended(*games):
    """Games that ended one after the other, called by their number."""
    return [EndedGame(str(n), NOON + timedelta(hours=n), moves) for n, moves in enumerate(games)]


def pairs(opening, *games):
    return [(first.attempt, other.attempt) for first, other in same_moves(opening, ended(*games))]


def by_hints(opening):
    """The moves of a player who follows hints alone."""
    position, moves = opening, []
    while len(moves) < LONGEST and (given := hint(position, LED_TABLES)) is not None:
        moves.append(given["move"])
        position = play(position, moves[-1])
    return moves


def by_sense(opening, chance):
    """The moves of a player of good sense, who has habits, too, and now and then an idea."""
    position, moves = opening, []
    while len(moves) < LONGEST and (allowed := legal(position)):
        mood = chance.random()
        given = hint(position, 10)
        usual = given["move"] if given else allowed[0]
        moves.append(usual if mood < 0.8 else allowed[0] if mood < 0.9 else chance.choice(allowed))
        position = play(position, moves[-1])
    return moves


def test_the_others_stand_beside_the_one_that_ended_first():
    assert pairs(WINABIT, MOVES, MOVES, [*MOVES, "turn"]) == [("0", "1"), ("0", "2")]
    [(first, _)] = same_moves(WINABIT, ended(MOVES, MOVES)[::-1])
    assert first.attempt == "0"


def test_one_telling_move_less_is_chance():
    assert pairs(WINABIT, MOVES[:-1], MOVES[:-1]) == []
    assert pairs(WINABIT, MOVES, [*MOVES[:-1], "redeal"]) == []


def test_what_more_players_do_than_could_have_heard_of_it_tells_nothing():
    assert len(pairs(WINABIT, *[MOVES] * MOST_ALIKE)) == MOST_ALIKE - 1
    assert pairs(WINABIT, *[MOVES] * (MOST_ALIKE + 1)) == []


@pytest.mark.parametrize("game", GAMES)
def test_players_who_follow_hints_are_not_told_of(game):
    opening = GAMES[game].open("alike")
    moves = by_hints(opening)
    assert pairs(opening, moves, moves) == []


def test_where_no_card_is_face_down_the_best_line_is_found_twice():
    well = GAMES["well"].open("alike")
    moves = telling_moves(well, TELLING)
    assert pairs(well, moves, moves) == []


SLOW = [pytest.param(game, marks=pytest.mark.extra) for game in ("wish", "pyramid", "well")]


@pytest.mark.parametrize("game", ["winabit", "three-by-three", *SLOW])
def test_players_of_equal_sense_are_not_told_of(game):
    opening = GAMES[game].open("alike")
    field = [by_sense(opening, random.Random(n)) for n in range(40)]
    assert any(one[:3] == other[:3] for one, other in pairwise(sorted(field))), "they begin alike"
    assert pairs(opening, *field) == []


def test_a_log_of_other_rules_ends_the_comparison():
    assert pairs(WINABIT, ["no move"] * 99, ["no move"] * 99) == []
