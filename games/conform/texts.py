"""Lines that are logs in unusual JSON, and lines that are no logs.

The kit does not ask about what the rules leave open: nesting deeper than 100, and numbers of more than 1000
digits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from games.conform.chance import Chance
from games.conform.hands import Dealt

NO_LOGS: tuple[bytes, ...] = (
    b"", b" ", b"\t", b"\r", b"null", b"true", b"0", b'"wish"', b"[]", b"{}", b"{", b"}", b"x",
    b"\0", b"\xff",
    b'[{"game": "wish", "seed": "pub", "moves": []}]',
    b'{"game": "wish", "seed": "pub", "moves": []',
    b'{"game": "wish", "seed": "pub", "moves": []}}',
    b'{"game": "wish", "seed": "pub", "moves": []} {}',
    b'{"game": "wish", "seed": "pub", "moves": []},',
    b'{"game": "wish", "seed": "pub", "moves": [],}',
    b'{"game": "wish", "seed": "pub", "moves": ["pair 2 3",]}',
    b'{"game": "wish", "seed": "pub", "moves": []} // the end',
    b'{"game": "wish", /* the seed */ "seed": "pub", "moves": []}',
    b"{'game': 'wish', 'seed': 'pub', 'moves': []}",
    b'{game: "wish", seed: "pub", moves: []}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": NaN}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": Infinity}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": -Infinity}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": 01}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": +1}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": .5}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": 1.}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": 0x1}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": 1e}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": True}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": undefined}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": "\\x41"}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": "\\u12"}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": "\t"}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": "\x01"}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": "\xff"}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": "\xe9"}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": "\xc0\x80"}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n": "\xed\xa0\x80"}',
    b'{"game": "wish", "seed": "pub", "moves": [], "n"}',
    b'{"game": "wish", "seed": "pub", "moves": [] "n": 1}',
    b'\xef\xbb\xbf{"game": "wish", "seed": "pub", "moves": []}',
    b'\xa0{"game": "wish", "seed": "pub", "moves": []}',
    b'\x0c{"game": "wish", "seed": "pub", "moves": []}',
    b'{"game": "wish", "seed": "pub", "moves": []}\0',
    '{"game": "wish", "seed": "pub", "moves": []}'.encode("utf-16-le"),
    b'{"game": "wish", "seed": "pub", "moves": [], "moves": null}',
    b'{"game": "wish", "seed": "pub", "moves": {}}',
    b'{"game": "wish", "seed": "pub", "moves": "pair 2 3"}',
    b'{"game": "wish", "seed": "pub", "moves": [1]}',
    b'{"game": "wish", "seed": "pub", "moves": [null]}',
    b'{"game": "wish", "seed": "pub", "moves": [["pair 2 3"]]}',
    b'{"game": "wish", "seed": 0, "moves": []}',
    b'{"game": "wish", "seed": null, "moves": []}',
    b'{"game": null, "seed": "pub", "moves": []}',
    b'{"game": ["wish"], "seed": "pub", "moves": []}',
    b'{"game": "wish", "seed": "pub", "rules": null, "moves": []}',
    b'{"game": "wish", "seed": "pub", "rules": [], "moves": []}',
    b'{"game": "wish", "seed": "pub", "rules": "", "moves": []}',
    b'{"game": "wish", "seed": "pub"}',
    b'{"game": "wish", "moves": []}',
    b'{"seed": "pub", "moves": []}',
    b'{"Game": "wish", "seed": "pub", "moves": []}',
    b'{"game": "nonesuch", "seed": "", "rules": null, "moves": []}',
    b'{"game": "nonesuch", "seed": "", "moves": [0]}',
)  # fmt: skip

IGNORED: tuple[bytes, ...] = (
    b"null", b"true", b"-0", b"1E5", b"1e-7", b"0.10", b"123456789012345678901234567890", b"9" * 1000,
    b'""', b"[]",
    b'"\\u0000\\ud83c\\udca1\\/\\b"', '"\u2028\u2029\u0085\u00e9\U0001f0a1"'.encode(), b"[" * 98 + b"]" * 98,
    b'{"a": {"a": 1}}',
)  # fmt: skip
"""Values for keys that logs do not have; such keys are ignored."""

KEYS: tuple[bytes, ...] = (
    b'"player"',
    b'"result"',
    b'""',
    b'"Moves"',
    b'"ok"',
    b'"\\u0000"',
    b'"__proto__"',
    b'"score"',
)


def no_logs(chance: Chance, most: int) -> Iterator[tuple[str, bytes]]:
    for line in chance.some(NO_LOGS, most):
        yield "no log", line


def every_key(dealt: Dealt) -> Iterator[tuple[str, bytes]]:
    """Yield the log of a deal with one more key, once for each of the IGNORED values."""
    for place, value in enumerate(IGNORED):
        yield "another key beside those of a log", _joined([(KEYS[place % len(KEYS)], value), *_parts(dealt)])


def unusual(dealt: Dealt, chance: Chance) -> Iterator[tuple[str, bytes]]:
    """Yield the log of a deal in unusual JSON, and in JSON that is cut off or has a changed byte."""
    parts = _parts(dealt)
    whole = _joined(parts)
    yield (
        "other keys beside those of a log",
        _joined(chance.some([*parts, (chance.pick(KEYS), chance.pick(IGNORED))], 5)),
    )
    (key, _), wrong = chance.pick(parts), chance.pick((b"null", b"[]", b'"x"', b"0", b'{"x": 1}'))
    yield "a key that comes twice", _joined([(key, wrong), *parts])
    yield "a key that comes twice, the second time wrong", _joined([*parts, (key, wrong)])
    escaped = [
        (b'"' + b"".join(b"\\u%04x" % letter for letter in key[1:-1]) + b'"', value) for key, value in parts
    ]
    yield "letters written as escapes", _joined(escaped)
    yield "white space around", b" \t\r" + whole.replace(b": ", b"\t:\r ").replace(b"{", b"{ \t", 1) + b" \r"
    yield "no white space", json.dumps(json.loads(whole), separators=(",", ":")).encode()
    yield "cut off", whole[: chance.below(len(whole))]
    at = chance.below(len(whole))
    yield "a byte that was changed", whole[:at] + bytes([chance.pick(CHANGED)]) + whole[at + 1 :]


CHANGED = b'\x00\x1f "0[]{},:\\x\x7f\x80\xff'


def _parts(dealt: Dealt) -> list[tuple[bytes, bytes]]:
    log: dict[str, object] = {"game": dealt.game.slug, "seed": dealt.seed, "moves": dealt.moves}
    if dealt.rules is not None:
        log["rules"] = dict(dealt.rules)
    return [(json.dumps(key).encode(), json.dumps(value).encode()) for key, value in log.items()]


def _joined(parts: list[tuple[bytes, bytes]]) -> bytes:
    return b"{" + b", ".join(key + b": " + value for key, value in parts) + b"}"
