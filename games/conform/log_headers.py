"""Logs with a wrong game, seed or rules. If a log has several faults, the first must be reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from games import GAMES
from games.conform.chance import Chance
from games.conform.hands import Dealt

LogObject = dict[str, Any]

NONE = "nonesuch"
"""A name that no game has."""

SEEDS = (
    "", " ", "a b", "pub ", " pub", "pub\n", "a/b", "a.b", "a+b", "a=", "~", "pub\0", "a\tb",
    "\u00e9", "\uff11", "\u0661", "\u212a", "s\u00df", "\U0001f0a1", "\ud800", "x" * 65, "x" * 300, "-" * 65,
)  # fmt: skip
OTHER_TYPES: tuple[Any, ...] = (None, True, False, 0, 1, 1.5, [], {}, ["x"], [[]], {"a": 1}, "x")
"""Values that replace a part of a log, most of them of another type than the part. If one happens to have
the right type, the log has another fault or none."""


def headers(dealt: Dealt, chance: Chance) -> Iterator[tuple[str, bytes]]:
    """Yield some wrong logs of a deal, each with its kind."""
    kinds = {
        "no such game": _other_game,
        "no seed": _other_seed,
        "no such rules": _other_rules,
        "another type": _other_type,
    }
    for kind in chance.some(kinds, 2):
        yield kind, _encoded(kinds[kind](_whole(dealt, chance), dealt, chance))
    log = _whole(dealt, chance)
    limit = dealt.game.move_limit
    wrong: list[Callable[[LogObject, Dealt, Chance], LogObject]] = [*kinds.values(), _other_move]
    if limit <= 100:
        wrong.append(lambda log, dealt, chance: {**log, "moves": [*log["moves"], *["x"] * (limit + 1)]})
    for change in sorted(chance.some(range(len(wrong)), 2), reverse=True):
        if isinstance(log.get("moves"), list):
            log = wrong[change](log, dealt, chance)
    yield "two things wrong", _encoded(log)


def every_header(dealt: Dealt, chance: Chance) -> Iterator[tuple[str, bytes]]:
    """Yield a log for each wrong game, seed, rule and type, for each missing part, and for each pair of
    faults. Also yield logs with the longest and the shortest seeds, which are accepted."""
    log = _whole(dealt, chance)
    for game in _no_games(dealt.game.slug):
        yield "no such game", _encoded({**log, "game": game})
    for seed in SEEDS:
        yield "no seed", _encoded({**log, "seed": seed})
    for rules in _wrong_rules(dealt, chance):
        yield "no such rules", _encoded({**log, "rules": rules})
    for part in ("game", "seed", "rules", "moves"):
        yield "a part missing", _encoded({key: value for key, value in log.items() if key != part})
        for value in OTHER_TYPES:
            yield "another type", _encoded({**log, part: value})
    for seed in ("x" * 64, "x" * 63, "-", "_"):
        yield "a seed as long or as short as there may be", _encoded({**log, "seed": seed, "moves": []})
    wrong = {
        "game": NONE,
        "seed": "a b",
        "rules": {"speed": "fast"},
        "moves": ["x"] * (dealt.game.move_limit + 1),
    }
    for part, other in combinations(wrong, 2):
        yield "two things wrong", _encoded({**log, part: wrong[part], other: wrong[other]})
    for part in ("game", "seed", "rules"):
        yield "two things wrong", _encoded({**log, part: wrong[part], "moves": [0]})


def _no_games(slug: str) -> list[str]:
    """Return names that no game has, most of them almost this game's name."""
    almost = (slug.upper(), slug.title(), slug + " ", " " + slug, slug + "\n", slug + "\0", slug[:-1])
    spaced = (slug.replace("-", " "), slug.replace("-", "_"), slug.replace("i", "\u0131"))
    return [name for name in ("", NONE, *almost, *spaced) if name not in GAMES]


def _whole(dealt: Dealt, chance: Chance) -> LogObject:
    given = {} if dealt.rules is None else {"rules": dict(dealt.rules)}
    moves = dealt.moves[: chance.below(len(dealt.positions))]
    return {"game": dealt.game.slug, "seed": dealt.seed, **given, "moves": moves}


def _encoded(log: LogObject) -> bytes:
    return json.dumps(log).encode()


def _other_game(log: LogObject, dealt: Dealt, chance: Chance) -> LogObject:
    return {**log, "game": chance.pick(_no_games(dealt.game.slug))}


def _other_seed(log: LogObject, dealt: Dealt, chance: Chance) -> LogObject:
    return {**log, "seed": chance.pick(SEEDS)}


def _other_rules(log: LogObject, dealt: Dealt, chance: Chance) -> LogObject:
    return {**log, "rules": chance.pick(_wrong_rules(dealt, chance))}


def _wrong_rules(dealt: Dealt, chance: Chance) -> list[dict[str, Any]]:
    """Return rules with options or values that the game does not have. Other games may have them."""
    options = {option: list(values) for option, values in dealt.game.options.items()}
    option = chance.pick(list(options) or ["scoring"])
    value = chance.pick(options.get(option) or ["5a"])
    return [
        {option.upper(): value},
        {option: value.upper()},
        {option: value + " "},
        {option: value + "x"},
        {option: ""},
        {"": value},
        {option: None},
        {option: 1},
        {option: True},
        {option: [value]},
        {option: {}},
        {option: value, "speed": "fast"},
        *(
            {name: values[0]}
            for game in GAMES.values()
            for name, values in game.options.items()
            if game != dealt.game
        ),
        {"jokers": False},
    ]


def _other_type(log: LogObject, dealt: Dealt, chance: Chance) -> LogObject:
    """Return the log with one part missing or of another type, or with a move that is no text."""
    part = chance.pick(("game", "seed", "rules", "moves"))
    if chance.happens(0.25):
        return {key: value for key, value in log.items() if key != part}
    if part == "moves" and chance.happens(0.5):
        return {**log, "moves": [*log["moves"], chance.pick(OTHER_TYPES)]}
    return {**log, part: chance.pick(OTHER_TYPES)}


def _other_move(log: LogObject, dealt: Dealt, chance: Chance) -> LogObject:
    moves = list(log["moves"])
    moves.insert(chance.below(len(moves) + 1), chance.pick(("x", "", "pair 1 1", "draw", "turn", "deal")))
    return {**log, "moves": moves}
