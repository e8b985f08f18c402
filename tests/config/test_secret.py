"""The secret is random, or the service does not start; a kept secret is never replaced unasked."""

import secrets
import stat

import pytest

from config.environment import BadValue, Environment
from config.secret import LENGTH, require_secret

RANDOM = "zq8Vw1Yt5Rm0Lk7Jh3Gf9Ds2Aa6Pp4Oo1Ii8Uu5Yy0Tt7Rr3Ee9Ww2"


def read(tmp_path, **variables):
    return Environment.read({"DATA_DIR": str(tmp_path / "data"), **variables})


@pytest.mark.parametrize(
    "text",
    [
        "short",
        RANDOM[: LENGTH - 1],
        "a" * 60,
        "0123456789" * 6,
        "evendeal-in-a-test-" * 3,
        RANDOM[:30] * 2,
        RANDOM[:25] * 2 + RANDOM[:9],
        "put-here-at-least-fifty-characters-from-a-random-source",
        "correct horse battery staple and a few more of such things",
        "CorrectHorseBatteryStapleAndSomeMoreOfSuchThingsBelow1",
        "CORRECT_HORSE_BATTERY_STAPLE_AND_A_FEW_MORE_OF_SUCH_THINGS",
        f"django-insecure-{RANDOM}",
        f"{RANDOM}-CHANGE-ME",
    ],
)
def test_what_cannot_be_random_stops_the_start_and_is_not_told(tmp_path, text):
    with pytest.raises(BadValue) as stopped:
        read(tmp_path, SECRET_KEY=text)
    sentence = str(stopped.value)
    assert sentence.startswith("Evendeal cannot start: SECRET_KEY must be ")
    assert "secrets.token_urlsafe(48)" in sentence
    assert text not in sentence


@pytest.mark.parametrize(
    "make",
    [
        lambda: secrets.token_urlsafe(48),
        lambda: secrets.token_hex(32),
        lambda: "".join(secrets.choice("0123456789") for _ in range(60)),
        lambda: "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(50)),
    ],
)
def test_what_is_random_is_taken(make):
    for text in (make() for _ in range(200)):
        assert require_secret(text) == text


def test_a_secret_is_made_once_and_for_its_owner_alone(tmp_path):
    first, again = read(tmp_path).secret_key, read(tmp_path).secret_key
    assert first == again
    assert require_secret(first) == first
    kept = tmp_path / "data" / "secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert [file.name for file in kept.parent.iterdir()] == ["secret"]


def test_a_given_secret_is_not_written_down(tmp_path):
    assert read(tmp_path, SECRET_KEY=RANDOM).secret_key == RANDOM
    assert not list((tmp_path / "data").iterdir())


@pytest.mark.parametrize("content", [b"", b"\n", b"short", b"a" * 60, RANDOM.encode()[:49], b"\xff" * 60])
def test_a_damaged_secret_stops_the_start_and_stays_as_it_is(tmp_path, content):
    read(tmp_path)
    kept = tmp_path / "data" / "secret"
    kept.write_bytes(content)
    with pytest.raises(BadValue) as stopped:
        read(tmp_path)
    assert str(stopped.value).startswith(f"Evendeal cannot start: DATA_DIR holds a damaged secret: {kept} ")
    assert kept.read_bytes() == content
    assert read(tmp_path, SECRET_KEY=RANDOM).secret_key == RANDOM


def test_a_database_server_needs_a_secret_that_all_processes_share(tmp_path):
    with pytest.raises(BadValue, match="SECRET_KEY is missing"):
        read(tmp_path, DATABASE_URL="postgresql://user@host/name")
