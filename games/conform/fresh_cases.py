"""Random cases: the same text and number always give the same deals, logs and calls.

The name of a case is `SEED:GAME:NUMBER:PLACE`: the text that decides all random choices; a game's slug, or
`lines` for lines that are no logs; the number of the deal; and the place among the lines made of this deal.
The name of a call is `SEED:calls:NUMBER`. For the call that lists the games, it is `vectors:calls:list`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from games import GAMES
from games.conform.bad_moves import bad_moves, spelled
from games.conform.cases import Case, ProgramCall
from games.conform.chance import Chance
from games.conform.endings import endings, in_turn
from games.conform.hands import Dealt, any_move, honest, played, rare_logs, sensible
from games.conform.log_headers import SEEDS, every_header, headers
from games.conform.texts import NO_LOGS, every_key, no_logs, unusual
from games.conform.valid_logs import valid_logs
from games.game import Game

VECTORS = "vectors"
"""The seed of the cases with which every run begins. Logs that random play would hardly find are among
them."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
NO_LOGS_AT_ONCE = 6


def deals_of(game: Game) -> int:
    """Return how many deals of a game are among the vectors."""
    return 2 + len(rare_logs(game)) + 6


def vectors(games: Sequence[Game]) -> Iterator[Case]:
    """Yield the cases with which every run begins."""
    yield from in_turn(cases(VECTORS, game, 0) for game in games)
    yield from no_log_lines(VECTORS, 0)
    for number in range(1, max(map(deals_of, games))):
        for game in games:
            if number < deals_of(game):
                yield from cases(VECTORS, game, number)


def fresh(seed: str, games: Sequence[Game], number: int) -> Iterator[Case]:
    """Yield the cases of the fresh deal with this number. The games take turns. Whenever it is the first
    game's turn, also yield some lines that are no logs."""
    yield from cases(seed, games[number % len(games)], number // len(games))
    if number % len(games) == 0:
        yield from no_log_lines(seed, number // len(games))


def no_log_lines(seed: str, number: int) -> Iterator[Case]:
    """Yield lines that are no logs: all known ones for the vectors, otherwise some of them."""
    name = f"{seed}:lines:{number}"
    drawn = no_logs(Chance(name), len(NO_LOGS) if seed == VECTORS else NO_LOGS_AT_ONCE)
    return _named(name, drawn)


def cases(seed: str, game: Game, number: int) -> Iterator[Case]:
    """Yield all cases of one deal.

    If `seed` is VECTORS, number 0 has the endings. Number 1 has every wrong part of a log, every ignored key
    and every misspelling. The next numbers have the rare logs. All other deals are random.
    """
    name = f"{seed}:{game.slug}:{number}"
    chance = Chance(name)
    rare = rare_logs(game)
    if seed != VECTORS or number > 1 + len(rare):
        return _named(name, _all_of(_dealt(game, number, chance), chance))
    if number == 0:
        return _named(name, endings(game))
    if number > 1:
        kind, deal_seed, rules, moves = rare[number - 2]
        dealt = played(game, deal_seed, rules, moves, any_move, 0, chance)
        return _named(name, ((f"{kind}: {what}", line) for what, line in _all_of(dealt, chance)))
    dealt = _dealt(game, number, chance)
    while not dealt.moves:
        dealt = _dealt(game, number, chance)
    return _named(name, chain(every_header(dealt, chance), every_key(dealt), spelled(dealt, chance)))


def _named(name: str, drawn: Iterable[tuple[str, bytes]]) -> Iterator[Case]:
    return (Case(f"{name}:{place}", kind, line) for place, (kind, line) in enumerate(drawn))


def _all_of(dealt: Dealt, chance: Chance) -> Iterator[tuple[str, bytes]]:
    yield from valid_logs(dealt, chance)
    yield from bad_moves(dealt, chance)
    yield from headers(dealt, chance)
    yield from unusual(dealt, chance)


def _dealt(game: Game, number: int, chance: Chance) -> Dealt:
    """Return a deal played by one of the hands (simulated players), sometimes after the beginning of a rare
    log. The options take turns, and some logs have no rules."""
    options = [{option: value} for option, values in game.options.items() for value in values]
    given: list[Mapping[str, str] | None] = [*options, None, *options, {}]
    rules = given[number % len(given)]
    rare = rare_logs(game)
    hand = chance.below(20)
    if hand < 8:
        return played(game, _seed(chance), rules, [], honest, chance.pick((5, 60, 400)), chance)
    if hand < 10:
        return played(game, _seed(chance), rules, [], any_move, 60, chance)
    if hand < 15:
        return played(game, _seed(chance), rules, [], sensible, chance.pick((30, 400)), chance)
    _, seed, rules, moves = chance.pick(rare)
    kept = len(moves) if chance.happens(0.25) else chance.below(min(len(moves), 500) + 1)
    return played(game, seed, rules, moves[:kept], honest, 30, chance)


def _seed(chance: Chance) -> str:
    """Return a seed of random length, from the shortest to the longest."""
    length = chance.pick((1, 2, 8, 22, 43, 63, 64))
    return "".join(chance.pick(LETTERS) for _ in range(length))


def first_calls(games: Sequence[Game]) -> Iterator[ProgramCall]:
    """Yield the calls with which every run begins."""
    yield ProgramCall(f"{VECTORS}:calls:list", "the listing", ["list"], [game.slug for game in games])
    for place, (kind, arguments) in enumerate(_first_deals(games)):
        yield ProgramCall(f"{VECTORS}:calls:{place}", kind, ["deal", *arguments])


def _first_deals(games: Sequence[Game]) -> Iterator[tuple[str, list[str]]]:
    for game in games:
        yield "a deal", [game.slug, "pub"]
        for option, values in game.options.items():
            for value in values:
                yield "a deal with rules", [game.slug, "pub", "--rules", json.dumps({option: value})]
    slug = games[0].slug
    yield "a seed that begins with a hyphen", [slug, "--", "-pub"]
    yield "a seed of hyphens alone", [slug, "--", "--"]
    yield "no such game", ["nonesuch", ""]
    yield "no seed", [slug, "a b", "--rules", "["]
    yield "no seed", [slug, ""]
    for rules in ("[", "", "[]", "null", '"5a"', '{"speed": "fast"}', '{"draw": 3}', '{"draw": NaN}'):
        yield "no such rules", [slug, "pub", "--rules", rules]


TYPED = [seed for seed in SEEDS if seed.isascii() and "\0" not in seed]
"""Texts that are no seeds but can be given as an argument."""


def call(seed: str, games: Sequence[Game], number: int) -> ProgramCall:
    """Return a random call."""
    name = f"{seed}:calls:{number}"
    chance = Chance(name)
    game = chance.pick(games)
    options = [{option: value} for option, values in game.options.items() for value in values]
    rules = chance.pick([{}, *options])
    text = chance.pick(TYPED) if chance.happens(0.1) else _seed(chance)
    if text.startswith("-"):
        return ProgramCall(name, "a deal", ["deal", game.slug, "--", text])
    return ProgramCall(name, "a deal with rules", ["deal", game.slug, text, "--rules", json.dumps(rules)])


def named(name: str, games: Sequence[Game]) -> Case | ProgramCall | None:
    """Make the case or call with this name again, and return it; None if no case or call has this name. For a
    call, `games` must be the same games as when the call was first made."""
    seed, _, rest = name.partition(":")
    what, _, rest = rest.partition(":")
    number = rest.partition(":")[0]
    every: Iterable[Case | ProgramCall] = ()
    if what == "calls" and seed == VECTORS:
        every = first_calls(games)
    elif what == "calls" and number.isdecimal():
        every = [call(seed, games, int(number))]
    elif number.isdecimal() and (what == "lines" or what in GAMES):
        every = no_log_lines(seed, int(number)) if what == "lines" else cases(seed, GAMES[what], int(number))
    return next((each for each in every if each.name == name), None)
