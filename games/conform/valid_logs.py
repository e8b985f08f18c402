"""Logs that are accepted: whole games, and games given up after any number of moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from games.conform.cases import log_line
from games.conform.chance import Chance
from games.conform.hands import Dealt


def valid_logs(dealt: Dealt, chance: Chance) -> Iterator[tuple[str, bytes]]:
    """Yield accepted logs with their kinds. If the game has options, the last log has the same moves under
    another rule, and may be refused."""
    game, seed, rules, positions = dealt
    moves = dealt.moves
    yield "the deal", log_line(game.slug, seed, rules, [])
    yield "the whole game", log_line(game.slug, seed, rules, moves)
    if moves:
        yield "one move less", log_line(game.slug, seed, rules, moves[:-1])
    on_its_way = [position.ply for position in positions if position.table.origin]
    for ply in chance.some(on_its_way, 2):
        yield "given up with a card on its way", log_line(game.slug, seed, rules, moves[:ply])
    for ply in sorted(chance.some(range(1, len(moves) - 1), 3)):
        yield "given up", log_line(game.slug, seed, rules, moves[:ply])
    other = [game.other_order(move, positions[0].rules) or move for move in moves]
    if other != moves:
        some = [chance.pick(both) for both in zip(moves, other, strict=True)]
        yield "pairs named in the other order", log_line(game.slug, seed, rules, some)
    spelled = positions[0].rules if rules is None or not rules else _defaults_left_out(dealt)
    yield "the same rules, written otherwise", log_line(game.slug, seed, spelled, moves)
    others = [
        {option: value} for option, values in game.options.items() for value in values
        if value != positions[0].rules[option]
    ]  # fmt: skip
    if others:
        yield "the same moves under another rule", log_line(game.slug, seed, chance.pick(others), moves)


def _defaults_left_out(dealt: Dealt) -> Mapping[str, str]:
    """Return the rules that differ from their defaults."""
    usual = dealt.game.settle_rules({})
    given = chain((dealt.rules or {}).items())
    return {option: value for option, value in given if usual[option] != value}
