"""The environment is read once, and nonsense stops the start with a sentence."""

from pathlib import Path

import pytest

from competitions.postgresql.pulse import LONGEST_SILENCE, TICK_S
from config.environment import BadValue, Environment

SECRET = "zq8Vw1Yt5Rm0Lk7Jh3Gf9Ds2Aa6Pp4Oo1Ii8Uu5Yy0Tt7Rr3Ee9Ww2"


def read(tmp_path: Path, **variables: str) -> Environment:
    return Environment.read({"DATA_DIR": str(tmp_path / "data"), **variables})


def test_a_laptop_needs_no_variable(tmp_path):
    here = read(tmp_path)
    assert here.debug is False
    assert here.allowed_hosts == ["localhost", "127.0.0.1", "[::1]"]
    assert here.database["NAME"] == tmp_path / "data" / "evendeal.sqlite3"
    assert (here.redis_url, here.public_url, here.trusted_proxies) == ("", "", 0)


def test_an_empty_variable_is_as_good_as_none(tmp_path):
    assert read(tmp_path, REDIS_URL="", DEBUG=" ") == read(tmp_path)


def test_sqlite_waits_instead_of_failing_and_keeps_what_was_answered(tmp_path):
    for here in (read(tmp_path), read(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/mine.sqlite3")):
        options = here.database["OPTIONS"]
        assert options["transaction_mode"] == "IMMEDIATE"
        assert "journal_mode=WAL" in options["init_command"]
        assert "synchronous=FULL" in options["init_command"]


def test_postgresql_is_reached_through_a_pool(tmp_path):
    url = "postgresql://user:pass%40word@db.example:5433/games?sslmode=require"
    database = read(tmp_path, DATABASE_URL=url, SECRET_KEY=SECRET).database
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "games")
    assert database["PASSWORD"] == "pass@word"
    assert database["OPTIONS"]["sslmode"] == "require"


def test_while_postgresql_is_away_nobody_waits_for_a_second_nor_for_two_when_it_is_back(tmp_path):
    """How the pool behaves then is tried on a real server, in `test_postgresql_away`."""
    database = read(tmp_path, DATABASE_URL="postgresql://db.example/games", SECRET_KEY=SECRET).database
    pool = database["OPTIONS"]["pool"]
    assert pool["timeout"] < LONGEST_SILENCE * TICK_S, "a server that refuses does not hang"
    assert pool["timeout"] < 1
    assert pool["timeout"] + pool["reconnect_timeout"] < 2
    assert database["OPTIONS"]["connect_timeout"] <= 2


def test_an_operator_says_how_much_of_the_machine_it_may_take(tmp_path):
    def connections(**variables: str) -> int:
        url = "postgresql://db.example/games"
        database = read(tmp_path, DATABASE_URL=url, SECRET_KEY=SECRET, **variables).database
        return database["OPTIONS"]["pool"]["max_size"]

    assert (read(tmp_path).requests_at_once, read(tmp_path).standings_mb, connections()) == (16, 500, 24)
    here = read(tmp_path, REQUESTS_AT_ONCE="4", STANDINGS_MB="50")
    assert (here.requests_at_once, here.standings_mb) == (4, 50)
    assert connections(REQUESTS_AT_ONCE="4") == 12
    assert (read(tmp_path).workers, read(tmp_path, WORKERS="5").workers) == (2, 5)
    assert connections(REQUESTS_AT_ONCE="4", DATABASE_CONNECTIONS="30") == 30


def test_a_site_may_speak_any_language_that_has_a_catalogue(tmp_path):
    assert read(tmp_path).language_code == "en"
    assert read(tmp_path, LANGUAGE_CODE="de").language_code == "de"


def test_mails_are_written_into_the_folder_that_is_named(tmp_path):
    assert read(tmp_path, EMAIL_URL="filemail:///srv/mails").email["EMAIL_FILE_PATH"] == "/srv/mails"


def test_a_public_url_is_the_host_and_the_origin(tmp_path):
    here = read(tmp_path, PUBLIC_URL="https://patience.example/")
    assert here.public_url == "https://patience.example"
    assert here.https
    assert here.allowed_hosts == ["patience.example"]
    assert here.csrf_trusted_origins == ["https://patience.example"]
    assert not read(tmp_path, PUBLIC_URL="http://patience.example:8000").https


def test_secrets_of_before_are_held_to_what_a_secret_must_be(tmp_path):
    assert read(tmp_path).secret_key_fallbacks == []
    older = SECRET[::-1]
    assert read(tmp_path, SECRET_KEY_FALLBACKS=f"{older}, {SECRET}").secret_key_fallbacks == [older, SECRET]
    with pytest.raises(BadValue, match="SECRET_KEY_FALLBACKS must be at least 50"):
        read(tmp_path, SECRET_KEY_FALLBACKS=f"{older},short")


@pytest.mark.parametrize("value", ["1", "true", "Yes", "on"])
def test_debug_is_on_only_if_asked_for(tmp_path, value):
    assert read(tmp_path, DEBUG=value).debug
    assert not read(tmp_path, DEBUG="0").debug


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "ture"),
        ("SECRET_KEY", "short"),
        ("DATABASE_URL", "mysql://user:hunter2@host/name"),
        ("DATABASE_URL", "postgresql://user:hunter2@host:port/name"),
        ("DATABASE_URL", "postgresql://user:hunter2@host/"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "hunter2"),
        ("REDIS_URL", "http://host:6379"),
        ("REDIS_URL", "redis:"),
        ("PUBLIC_URL", "patience.example"),
        ("PUBLIC_URL", "https://patience.example/below"),
        ("ALLOWED_HOSTS", "https://patience.example"),
        ("CSRF_TRUSTED_ORIGINS", "https://a.example, b.example"),
        ("WEBHOOK_PRIVATE", "perhaps"),
        ("LANGUAGE_CODE", "de_DE"),
        ("LANGUAGE_CODE", "../de"),
        ("VAPID_KEY", "hunter2"),
        ("VAPID_KEY", "_" * 43),
        ("TRUSTED_PROXIES", "-1"),
        ("TRUSTED_PROXIES", "many"),
        ("TRUSTED_PROXIES", "²"),
        ("ROLES", "pages, players"),
        ("REQUESTS_AT_ONCE", "1"),
        ("REQUESTS_AT_ONCE", "65"),
        ("DATABASE_CONNECTIONS", "3"),
        ("EMAIL_URL", "mail.example"),
        ("EMAIL_URL", "smtp://mail.example"),
        ("EMAIL_URL", "smtp+tls://mail.example:x"),
        ("EMAIL_FROM", "patience"),
        ("STANDINGS_MB", "0"),
        ("WORKERS", "0"),
        ("STANDINGS_MB", "1" * 5_000),
        ("DATA_DIR", __file__),
        ("DATA_DIR", f"{__file__}/below"),
    ],
)
def test_nonsense_stops_the_start_with_a_sentence_that_names_the_variable(tmp_path, name, value):
    with pytest.raises(BadValue) as stopped:
        read(tmp_path, **{name: value})
    sentence = str(stopped.value)
    assert sentence.startswith(f"Evendeal cannot start: {name} ")
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_password_is_not_told(tmp_path):
    for url in ("mysql://user:hunter2@host/name", "postgresql://user:x:hunter2@host:port/n"):
        with pytest.raises(BadValue) as stopped:
            read(tmp_path, DATABASE_URL=url)
        assert "hunter2" not in str(stopped.value)
