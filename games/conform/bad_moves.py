"""Logs with one bad move: it is not of the grammar, illegal, too late, or one too many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

from games.conform.cases import log_line
from games.conform.chance import Chance
from games.conform.hands import Dealt
from games.conform.misspellings import SPELLINGS, almost, every_edge, other_words
from games.game import Game

ILLEGAL, MISSPELLED, EDGES = 5, 4, 6
"""How many logs are made of one deal: with an illegal move (one or two more if a card is on its way at some
ply), with a text that is almost a move, and with a text of `every_edge`."""


def bad_moves(dealt: Dealt, chance: Chance) -> Iterator[tuple[str, bytes]]:
    """Yield logs with a bad move, or with a move that may be bad, each with its kind."""
    game, seed, rules, positions = dealt
    moves, last = dealt.moves, positions[-1]
    opening = [move.text for move in positions[0].table.legal()] or ["x"]
    on_its_way = chance.some([position.ply for position in positions if position.table.origin], 2)
    for ply in (len(moves), 0, *on_its_way, *(chance.below(len(positions)) for _ in range(ILLEGAL - 2))):
        text = _tempting(dealt, ply, chance)
        yield "a move that is not legal there", _line(dealt, [*moves[:ply], text, *moves[ply:]])
    for ply in (len(moves), *(chance.below(len(positions)) for _ in range(MISSPELLED - 1))):
        text = almost(positions[ply], moves or opening, chance)
        yield "almost a move", _line(dealt, [*moves[:ply], text, *moves[ply:]])
    for text in chance.some(every_edge(positions[0], chance), EDGES):
        ply = chance.below(len(positions))
        yield "a move, or almost one", _line(dealt, [*moves[:ply], text, *moves[ply:]])
    if moves:
        again = chance.below(len(moves))
        yield "a move made twice", _line(dealt, [*moves[: again + 1], *moves[again:]])
        yield "a move left out", _line(dealt, [*moves[:again], *moves[again + 1 :]])
    if last.table.finished:
        yield "a move after the end", _line(dealt, [*moves, chance.pick(moves or opening), "x"])
        yield "no move, after the end", _line(dealt, [*moves, "x", *moves[:1]])
    limit = game.move_limit
    if limit <= 100 or chance.happens(0.1):
        longer = [*moves, *([chance.pick([*opening, "x"])] * limit)]
        yield "as many moves as there may be", _line(dealt, longer[:limit])
        yield "a move too many", _line(dealt, longer[: limit + 1])
        yield (
            "a move too many, and none of them a move",
            log_line(game.slug, seed, rules, ["X"] * (limit + 1)),
        )


def spelled(dealt: Dealt, chance: Chance) -> Iterator[tuple[str, bytes]]:
    """Yield a log for each text of `every_edge`, and a log with a misspelled move for each of `SPELLINGS`."""
    moves = dealt.moves
    for text in every_edge(dealt.positions[0], chance):
        yield "a move, or almost one", _line(dealt, [text])
    for spelling in SPELLINGS:
        ply = chance.below(len(moves))
        yield (
            "a move spelled otherwise",
            _line(dealt, [*moves[:ply], spelling(moves[ply]), *moves[ply + 1 :]]),
        )


def _line(dealt: Dealt, moves: Sequence[str]) -> bytes:
    return log_line(dealt.game.slug, dealt.seed, dealt.rules, moves)


def _tempting(dealt: Dealt, ply: int, chance: Chance) -> str:
    """Return a move that is illegal at this ply. Most of these moves look legal.

    A move looks legal if it is legal at most two plies earlier or later, or if it differs in one word from a
    move that is legal within these plies.
    """
    position = dealt.positions[ply]
    grammar = position.game.vocabulary(position.rules)
    near = dealt.positions[max(ply - 2, 0) : ply + 3]
    legal = {move.text for move in position.table.legal()}
    around = sorted({move.text for other in near for move in other.table.legal()})
    by_verb = [list(texts) for _, texts in groupby(around, lambda text: text.partition(" ")[0])]
    for _ in range(20):
        if by_verb and chance.happens(0.5):
            text = chance.pick(chance.pick(by_verb))
        elif by_verb and chance.happens(0.7):
            text = other_words(position, chance.pick(chance.pick(by_verb)), chance)
        else:
            text = chance.pick(_short(position.game, *position.rules.values()))
        if text in grammar and grammar[text].text not in legal:
            return text
    return next(text for text, move in grammar.items() if move.text not in legal)


@cache
def _short(game: Game, *settled: str) -> Sequence[str]:
    """Return the grammar without moves of ten cards or more, which are most of the grammar."""
    rules = dict(zip(game.options, settled, strict=True))
    texts = game.vocabulary(rules)
    return [text for text in texts if len(words := text.split(" ")) <= 3 or len(words[3]) == 1]
