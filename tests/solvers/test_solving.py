"""Solutions: as good as trying everything, from any position, and repeatable."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from games import GAMES
from games.replay import play
from games.well.rules import WellTable
from solvers import Search, Stopped, best_along, solve
from solvers.solving import SOLVERS
from tests.solvers.found import FOUND, found_along

#: The games that are solved; WinABit has its own tests.
SOLVED = [slug for slug in SOLVERS if slug != "winabit"]
PLAYED = [
    pytest.param(GAMES[slug], {option: value}, id=f"{slug}-{value}")
    for slug in SOLVED
    for option, values in GAMES[slug].options.items()
    for value in values
] + [pytest.param(GAMES[slug], {}, id=slug) for slug in SOLVED if not GAMES[slug].options]

#: The same with walks, and with the most tables for trying everything.
TRIED = [
    pytest.param(*each.values, walks, tables, id=f"{each.id}-{walks.start}", marks=marks)
    for walks, tables, marks in ((range(4), 1000, ()), (range(4, 16), 3000, pytest.mark.extra))
    for each in PLAYED
]

#: A limit, because cards of Well can go back and forth.
MOST_MOVES = 60


def some_game(game, rules, number):
    """Return the positions of a game played at random, with few draws."""
    rng = random.Random(number)
    positions = [game.open(f"solved-{number}", rules)]
    while len(positions) < MOST_MOVES and (
        legal := sorted(move.text for move in positions[-1].table.legal())
    ):
        others = [text for text in legal if text != "draw"]
        text = rng.choice(others if others and rng.random() < 0.8 else legal)
        positions.append(play(positions[-1], text))
    return positions


def solved_game(game, rules, number):
    """Return the positions of a game played as its solution says."""
    positions = [game.open(f"solved-{number}", rules)]
    for text in solve(positions[0]).moves:
        positions.append(play(positions[-1], text))
    return positions


def without_history(table):
    """Return the table without its history: the order of removed or covered cards, or of rows."""
    if isinstance(table, WellTable):
        return table._replace(stacks=(*sorted(table.stacks[:8]), *table.stacks[8:]))
    if hasattr(table, "discard"):
        return table._replace(discard=tuple(sorted(table.discard)))
    squares = tuple(
        pile[-1:] if square in (0, 2, 6, 8) else pile for square, pile in enumerate(table.squares)
    )
    return table._replace(squares=squares)


def best_of_all(table, most):
    """Return the best score among this table and all that can follow; None if there are too many."""
    found = {without_history(table): table}
    waiting = [table]
    for each in waiting:
        for move in each.legal():
            after = move.after(each)
            if found.setdefault(without_history(after), after) is after:
                waiting.append(after)
        if len(found) > most:
            return None
    return min(each.score for each in found.values())


def late_positions(game, rules, number, tables):
    """Return the late positions of a game, from which few tables can be reached, with their best scores."""
    late = []
    for position in reversed(some_game(game, rules, number)):
        best = best_of_all(position.table, tables)
        if best is None:
            break
        late.append((position, best))
    return late[::-1]


@pytest.mark.extra
@pytest.mark.parametrize(("game", "rules", "walks", "tables"), TRIED)
def test_a_solution_is_as_good_as_trying_everything(game, rules, walks, tables):
    gained = 0
    for number in walks:
        for position, best in late_positions(game, rules, number, tables):
            solution = solve(position)
            assert (solution.score, solution.bound, solution.proven) == (best, best, True)
            gained += position.table.score - best
    assert gained


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_what_could_still_be_reached_is_known_before_each_move_and_at_the_end(game, rules):
    late = late_positions(game, rules, 1, 1000)
    (opening, _), *after = late
    along = best_along(opening, [position.move for position, _ in after])
    assert [solution.score for solution in along] == [best for _, best in late]
    for (position, _), solution in zip(late, along, strict=True):
        for text in solution.moves:
            position = play(position, text)
        assert (position.table.score, solution.proven) == (solution.score, True)


@pytest.mark.extra
@pytest.mark.parametrize("played", [solved_game, some_game])
@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_what_could_still_be_reached_never_gets_better_although_little_is_looked_at(game, rules, played):
    opening, *rest = played(game, rules, 3)
    along = best_along(opening, [position.move for position in rest], Search(budget=20))
    for before, after in pairwise(along):
        assert before.score <= after.score
        assert before.bound <= after.bound
    for position, solution in zip((opening, *rest), along, strict=True):
        for text in solution.moves:
            position = play(position, text)
        assert position.table.score == solution.score
    assert along[-1].score == rest[-1].table.score


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_a_small_budget_gives_a_score_that_is_reached_and_a_bound_that_holds(game, rules):
    opening = game.open("solved-3", rules)
    best = solve(opening).score
    for budget in (1, 30, 300):
        solution = solve(opening, Search(budget=budget))
        assert solution.bound <= best <= solution.score <= opening.table.score
        assert solution == solve(opening, Search(budget=budget))


def test_few_beginnings_of_rounds_alone_prove_nothing():
    opening = GAMES["three-by-three"].open("solved-29")
    few, all_of_them = solve(opening, Search(budget=3000)), solve(opening)
    assert few.bound <= all_of_them.score < few.score


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_a_search_stops_when_it_is_told_to(game, rules):
    with pytest.raises(Stopped):
        solve(game.open("solved-3", rules), Search(stop=lambda: True))


def test_a_log_that_does_not_stand_has_nothing_along_it():
    with pytest.raises(ValueError, match="pair 1 1"):
        best_along(GAMES["wish"].open("pub"), ["pair 1 1"])


def test_a_line_is_no_longer_than_the_game_has_room_for():
    opening = GAMES["well"].open("solved-3")
    assert solve(opening).score == 0
    late = opening._replace(ply=opening.game.move_limit - 20)
    solution = solve(late)
    assert (len(solution.moves), solution.bound, solution.proven) == (17, 0, False), "three more win nothing"


@pytest.mark.parametrize("slug", GAMES)
def test_this_version_finds_what_it_found(slug):
    assert found_along(slug) == FOUND[slug]
