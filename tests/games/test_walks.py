"""Random walks through every game under every option, and what holds at each step."""

from __future__ import annotations

import random
from functools import cache
from itertools import chain, pairwise

import pytest

from games import GAMES
from games.cards import FACE_DOWN, NAMES
from games.game import Position
from games.replay import play, replay
from games.views import view

#: Every game under every one of its options.
PLAYED = [
    pytest.param(game, {option: value}, id=f"{game.slug}-{value}")
    for game in GAMES.values()
    for option, values in game.options.items()
    for value in values
] + [pytest.param(game, {}, id=game.slug) for game in GAMES.values() if not game.options]

#: The same with numbers of walks: a few, and more.
WALKED = [
    pytest.param(*each.values, walks, id=f"{each.id}-{walks.start}", marks=marks)
    for walks, marks in ((range(3), ()), (range(3, 15), pytest.mark.extra))
    for each in PLAYED
]


def walk(game, rules, n, most=120):
    """Return the positions of a numbered walk from its own deal: random legal moves, with rare cheats."""
    return _walk(game.slug, tuple(rules.items()), n, most)


@cache
def _walk(slug, rules, n, most):
    rng = random.Random(n)
    game = GAMES[slug]
    position = game.open(f"walk-{n}", dict(rules))
    found = [position]
    while position.ply < most and (legal := sorted(move.text for move in position.table.legal())):
        honest = [text for text in legal if not game.is_dear(text)]
        position = play(position, rng.choice(honest if honest and rng.random() < 0.97 else legal))
        assert isinstance(position, Position)
        found.append(position)
    return found


def walked(game, rules, walks, most=120):
    """Yield the positions of all these walks."""
    return chain.from_iterable(walk(game, rules, n, most) for n in walks)


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_every_card_is_on_the_table_exactly_once(game, rules, walks):
    for position in walked(game, rules, walks):
        shown = [name for pile in view(position)["piles"].values() for name in pile]
        face_down = [NAMES[card] for card in position.table.face_down()]
        assert shown.count(FACE_DOWN) == len(face_down)
        face_up = [name for name in shown if name != FACE_DOWN]
        assert sorted(face_up + face_down) == sorted(NAMES[card] for card in game.pack)


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_what_is_face_down_makes_no_difference_to_a_view(game, rules, walks):
    rng = random.Random(f"{game.slug} {walks}")
    for position in walked(game, rules, walks):
        cards = position.table.face_down()
        mixed = tuple(rng.sample(cards, len(cards)))
        other = position._replace(table=position.table.with_face_down(mixed))
        assert view(other) == view(position)
        assert other.table.face_down() == mixed


@pytest.mark.extra
@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_the_legal_moves_are_just_those_of_the_grammar_that_nothing_refuses(game, rules, walks):
    moves = set(game.vocabulary(rules).values())
    often = 1 if len(moves) < 2000 else 20
    for position in walked(game, rules, walks):
        legal = list(position.table.legal())
        assert len(legal) == len(set(legal))
        assert bool(legal) is not position.table.finished
        if position.ply % often == 0 or not legal:
            assert set(legal) == {move for move in moves if move.refusal(position.table) is None}


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_a_refused_move_is_illegal_before_the_end_and_too_late_after_it(game, rules, walks):
    rng = random.Random(f"{game.slug} {walks}")
    most = min(120, game.move_limit - 1)
    texts = sorted(game.vocabulary(rules))
    for position in walked(game, rules, walks, most):
        for text in rng.sample(texts, min(len(texts), 10)):
            if game.vocabulary(rules)[text].refusal(position.table) is not None:
                code = "game_over" if position.table.finished else "illegal_move"
                assert play(position, text)[::2] == (code, position.ply)


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_playing_on_is_never_worse_than_giving_up(game, rules, walks):
    """Only a cheat makes the score worse, and the placing of its card makes up for it."""
    worst, lowest = game.worst_score(rules), game.lowest_wins
    for positions in [walk(game, rules, n, most=300) for n in walks]:
        settled = [position.table for position in positions if not getattr(position.table, "pulled", None)]
        for before, after in pairwise(settled):
            assert after.score <= worst if lowest else after.score >= worst
            if not returned(before, after):
                assert after.score <= before.score if lowest else after.score >= before.score


def returned(before, after):
    """Return whether a pulled card returned in between: that cheat cost points for nothing."""
    return getattr(before, "cheats", 0) != getattr(after, "cheats", 0) and before.hidden == after.hidden


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_a_walk_is_replayed_to_the_same_table(game, rules, walks):
    for n in walks:
        positions = walk(game, rules, n)
        moves = []
        for before, after in pairwise(positions):
            moves.append(
                next(move.text for move in before.table.legal() if move.after(before.table) == after.table)
            )
        result = replay(game, f"walk-{n}", rules, moves)
        assert result.position == positions[-1]
        assert result.moves == tuple(moves)


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_every_text_of_the_grammar_leads_to_a_canonical_one(game, rules):
    vocabulary = game.vocabulary(rules)
    for text, move in vocabulary.items():
        assert vocabulary[move.text] == move
        assert sorted(text.split()) == sorted(move.text.split())
    assert all(text.isascii() and text == " ".join(text.lower().split()) for text in vocabulary)
    assert {text.split()[0] for text in vocabulary} == {*game.verbs} >= {*game.dear}


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_giving_up_before_the_first_move_is_the_worst_score(game, rules):
    for n in range(50):
        opening = game.open(f"worst-{n}", rules)
        if not opening.table.finished:
            assert opening.table.score == game.worst_score(rules)


@pytest.mark.parametrize(
    ("slug", "rules", "counts"),
    [
        ("wish", {}, [4, 13, 23, 51, 140, 369]),
        ("winabit", {"scoring": "5a"}, [27, 105, 1006]),
        ("well", {"foundations": "either"}, [16, 146, 970]),
        ("well", {"foundations": "up"}, [14, 90, 370, 1090]),
        ("pyramid", {"draw": "one"}, [3, 7, 14, 30, 67, 138]),
        ("pyramid", {"draw": "three"}, [3, 8, 22, 71, 266, 1042]),
        ("three-by-three", {}, [1, 2, 2, 2, 4, 4, 12, 12, 36, 44, 134, 218]),
    ],
)
def test_the_ways_to_begin_are_so_many(slug, rules, counts):
    """Counts the different beginnings of one deal, of one move, two moves, and so on."""
    tables = [GAMES[slug].deal("pub", rules)]
    for count in counts:
        tables = [move.after(table) for table in tables for move in table.legal()]
        assert len(tables) == count
