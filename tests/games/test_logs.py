"""What is a log, what is not, and which error is found first."""

from __future__ import annotations

import json

import pytest

from games import GAMES
from games.conform.texts import IGNORED, NO_LOGS
from games.deck import deck, is_seed
from games.game import RulesError
from games.logs import LogError, read_json
from games.replay import Refused, Replayed, replay, replay_line, replay_log

LOG = {"game": "wish", "seed": "pub", "moves": ["pair 2 3"]}
STANDS = json.dumps(LOG).encode()


def code(line):
    result = replay_line(line)
    assert json.loads(json.dumps(result.result()).encode("ascii"))
    return result.code if isinstance(result, Refused) else "ok"


def with_extra(text):
    """Return the log that stands with one more key of this JSON text."""
    return STANDS[:-1] + b', "extra": ' + text + b"}"


def test_a_log_stands_however_it_is_written():
    extras = (
        *IGNORED,
        b"1e999",
        b"[" * 99 + b"]" * 99,
        b'{"a":' * 99 + b"1" + b"}" * 99,
        b'"' + b"[{" * 500 + b'"',
    )
    repeated = b'{"game": 5, "game": "wish", "seed": "pub", "moves": [], "rules": {}}'
    for line in (STANDS, b" \t" + STANDS + b"\r", repeated, *map(with_extra, extras)):
        assert code(line) == "ok", line[:80]


def test_what_is_no_log_is_a_bad_log_and_never_an_exception():
    deep = (b"[" * 100 + b"]" * 100, b'{"a":' * 101 + b"1" + b"}" * 101, b"[" * 100_000 + b"]" * 100_000)
    long = (b"9" * 1001, b"0." + b"9" * 5000, b"1" * 100_000, b"\xd9\xa1")
    others = (STANDS + STANDS, STANDS.decode().encode("utf-16"), b"\x0b" + STANDS, b"[" * 1_000_000, b"3")
    for line in (*NO_LOGS, *others, *map(with_extra, (*deep, *long))):
        assert code(line) == "bad_log", line[:80]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"game": "nope", "seed": "", "rules": {"x": "y"}}, "unknown_game"),
        ({"game": "\ud800"}, "unknown_game"),
        ({"game": "Wish"}, "unknown_game"),
        ({"game": "x" * 100_000}, "unknown_game"),
        ({"seed": "", "rules": {"x": "y"}}, "bad_seed"),
        ({"seed": "x" * 65}, "bad_seed"),
        ({"seed": "pub\n"}, "bad_seed"),
        ({"seed": "\u0661"}, "bad_seed"),
        ({"seed": "\udfff"}, "bad_seed"),
        ({"rules": {"x": "y"}, "moves": ["x"] * 17}, "bad_rules"),
        ({"moves": ["x"] * 17}, "too_long"),
        ({"moves": ["x"]}, "bad_move"),
        ({"moves": ["\ud83c"]}, "bad_move"),
        ({"moves": ["x" * 100_000]}, "bad_move"),
        ({"moves": ["pair 1 2", "x"]}, "illegal_move"),
    ],
)
def test_errors_are_looked_for_in_the_order_of_the_rules(change, expected):
    log = LOG | change
    result = replay_log(log)
    assert result.code == expected
    assert result.error.isascii()
    assert len(result.error) < 200
    assert code(json.dumps(log).encode()) == expected


def test_an_unknown_option_or_value_is_bad_rules():
    values = ("5c", "5A", " 5a", "", None, True, 5, ["5a"], {"5a": "5a"})
    others = ({"Scoring": "5a"}, {"draw": "one"}, {"": ""}, {"\ud800": "\ud800"}, {"x" * 100_000: "5a"})
    for rules in (*({"scoring": value} for value in values), *others, {"scoring": "5a", "x": "y" * 100_000}):
        result = replay_log({"game": "winabit", "seed": "pub", "rules": rules, "moves": []})
        assert (result.code, result.error.isascii(), len(result.error) < 200) == ("bad_rules", True, True)
    for given in (None, [], "{}", 5, [("scoring", "5a")]):
        with pytest.raises(RulesError):
            GAMES["winabit"].settle_rules(given)


def test_settled_rules_name_every_option():
    assert GAMES["pyramid"].settle_rules({}) == {"draw": "one"}
    assert GAMES["pyramid"].settle_rules({"draw": "three"}) == {"draw": "three"}
    assert GAMES["wish"].settle_rules({}) == {}
    result = replay(GAMES["well"], "pub", {}, [])
    assert isinstance(result, Replayed)
    assert result.rules == {"foundations": "either"}


@pytest.mark.parametrize("text", ["", "a b", "a\n", "\n", "é", "\u0661", "a" * 65, "a.b", "a+b", "\ud800"])
def test_what_is_no_seed_deals_nothing(text):
    assert not is_seed(text)
    with pytest.raises(ValueError, match="seed"):
        deck("wish", (0, 1), text)


@pytest.mark.parametrize("text", ["-", "_", "a" * 64, "AZaz09_-"])
def test_letters_digits_underscores_and_hyphens_make_a_seed(text):
    assert is_seed(text)


def test_reading_json_keeps_the_last_of_a_repeated_key():
    assert read_json(b'{"a": 1, "a": 2}') == {"a": 2}
    with pytest.raises(LogError):
        read_json(b'{"a": 1, "a": NaN}')
