"""What is a log, what is not, and which error is found first."""

from __future__ import annotations

import json

import pytest

from games import GAMES
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
    """The log that stands, with one more key of this JSON text."""
    return STANDS[:-1] + b', "extra": ' + text + b"}"


@pytest.mark.parametrize(
    "line",
    [
        STANDS,
        b" \t" + STANDS + b"\r",
        with_extra(b"null"),
        with_extra(b"1e999"),
        with_extra(b"-0.5E+7"),
        with_extra(b"9" * 1000),
        with_extra(b"[" * 99 + b"]" * 99),
        with_extra(b'{"a":' * 99 + b"1" + b"}" * 99),
        with_extra(b'"' + b"[{" * 500 + b'"'),
        with_extra('"\u2028 \u0085 é"'.encode()),
        b'{"game": 5, "game": "wish", "seed": "pub", "moves": []}',
        b'{"game": "wish", "seed": "pub", "moves": [], "rules": {}}',
    ],
)
def test_a_log_stands_however_it_is_written(line):
    assert code(line) == "ok"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"  ",
        b"\r",
        b"null",
        b"[]",
        b'"wish"',
        b"3",
        b"{}",
        b"{",
        STANDS + STANDS,
        STANDS + b",",
        b"\xef\xbb\xbf" + STANDS,
        STANDS.decode().encode("utf-16"),
        b"\xa0" + STANDS,
        b"\x0b" + STANDS,
        STANDS.replace(b'"', b"'"),
        with_extra(b"NaN"),
        with_extra(b"Infinity"),
        with_extra(b"-Infinity"),
        with_extra(b"01"),
        with_extra(b"+1"),
        with_extra(b".5"),
        with_extra(b"1."),
        with_extra(b"0x1"),
        with_extra(b"\xd9\xa1"),
        with_extra(b'"\t"'),
        with_extra(b'"\\x"'),
        with_extra(b'"\xff"'),
        with_extra(b'"\xed\xa0\x80"'),
        with_extra(b"9" * 1001),
        with_extra(b"0." + b"9" * 5000),
        with_extra(b"1" * 100_000),
        with_extra(b"[" * 100 + b"]" * 100),
        with_extra(b'{"a":' * 101 + b"1" + b"}" * 101),
        with_extra(b"[" * 100_000 + b"]" * 100_000),
        b"[" * 1_000_000,
        b'{"game": null, "seed": "pub", "moves": []}',
        b'{"game": ["wish"], "seed": "pub", "moves": []}',
        b'{"game": "wish", "seed": 5, "moves": []}',
        b'{"game": "wish", "seed": "pub"}',
        b'{"game": "wish", "seed": "pub", "moves": null}',
        b'{"game": "wish", "seed": "pub", "moves": "pair 2 3"}',
        b'{"game": "wish", "seed": "pub", "moves": {"0": "pair 2 3"}}',
        b'{"game": "wish", "seed": "pub", "moves": ["pair 2 3", 1]}',
        b'{"game": "wish", "seed": "pub", "moves": [null]}',
        b'{"game": "wish", "seed": "pub", "moves": [], "rules": null}',
        b'{"game": "wish", "seed": "pub", "moves": [], "rules": []}',
        b'{"game": "wish", "seed": "pub", "moves": [], "rules": "{}"}',
        b'{"game": "nope", "seed": "", "moves": [], "rules": null}',
        b'{"game": "wish", "game": 5, "seed": "pub", "moves": []}',
    ],
    ids=lambda line: repr(line[:30]),
)
def test_what_is_no_log_is_a_bad_log_and_never_an_exception(line):
    assert code(line) == "bad_log"


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


@pytest.mark.parametrize(
    "rules",
    [
        {"scoring": "5c"},
        {"scoring": "5A"},
        {"scoring": " 5a"},
        {"scoring": ""},
        {"scoring": None},
        {"scoring": True},
        {"scoring": 5},
        {"scoring": ["5a"]},
        {"scoring": {"5a": "5a"}},
        {"Scoring": "5a"},
        {"draw": "one"},
        {"": ""},
        {"\ud800": "\ud800"},
        {"scoring": "5a", "x": "y" * 100_000},
        {"x" * 100_000: "5a"},
    ],
    ids=lambda rules: ascii(rules)[:30],
)
def test_an_unknown_option_or_value_is_bad_rules(rules):
    result = replay_log({"game": "winabit", "seed": "pub", "rules": rules, "moves": []})
    assert result.code == "bad_rules"
    assert result.error.isascii()
    assert len(result.error) < 200


@pytest.mark.parametrize("given", [None, [], "{}", 5, [("scoring", "5a")]])
def test_rules_that_are_no_mapping_are_refused(given):
    with pytest.raises(RulesError):
        GAMES["winabit"].settle_rules(given)


def test_settled_rules_name_every_option():
    assert GAMES["pyramid"].settle_rules({}) == {"draw": "one"}
    assert GAMES["pyramid"].settle_rules({"draw": "three"}) == {"draw": "three"}
    assert GAMES["wish"].settle_rules({}) == {}


def test_replay_takes_rules_that_leave_options_out_and_names_them_all():
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
