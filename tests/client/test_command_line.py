"""The command line against a real server, as somebody types it."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest

from evendeal import Client
from evendeal.cli import account, main
from games import GAMES

from .conftest import Run

TO_THE_END = ("wish", "three-by-three")
"""Games that come to an end by themselves; the others are given up."""


def until_the_end(slug: str) -> str:
    """Begin, always take the first move that is offered, and give up in the end if the game goes on."""
    return "y\n" + "1\n" * (60 if slug in TO_THE_END else 4) + "g\ny\n"


@pytest.fixture
def me(run: Run, site: str) -> str:
    """The name of somebody who has just logged in."""
    name = f"Ada {token_hex(4)}"
    run("login", "--site", site, "--name", name)
    return name


@pytest.fixture
def host(site: str) -> Iterator[Client]:
    with Client.as_guest(site, f"Host {token_hex(4)}") as client:
        yield client


@pytest.mark.extra
def test_a_guest_logs_in_and_the_token_is_for_nobody_else(run: Run, me: str, site: str) -> None:
    file = account.account_file()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    known = account.at(None)
    assert (known.site, known.name) == (site, me)
    kept = run("login", "--name", "Bob", keys="n\n", status=1).output
    assert "would be forgotten" in kept
    assert account.at(site).name == me
    again = run("login", "--token", "--site", site, keys=f"y\n{known.token}\n").output
    assert f"You are {me}" in again
    assert known.token not in again


@pytest.mark.extra
def test_all_five_games_are_played_sealed_to_the_end(run: Run, me: str, host: Client) -> None:
    rounds = [{"game": slug} for slug in GAMES]
    contest = host.create("All five", rounds, ranking="matchpoints")  # type: ignore[arg-type]
    assert contest["name"] in run("contests", "--game", "pyramid", "--plain").output
    assert " as Ada Two. " in run("join", contest["url"], "--name", "Ada Two").output
    for number, game in enumerate(GAMES.values(), 1):
        said = run("play", contest["id"], keys=until_the_end(game.slug)).output
        assert f"{game.title.words()}" in said
        assert f"All five, round {number} of 5" in said
        assert "You are" not in said, "of one it says nothing"
    (row,) = host.rows(contest["id"])
    assert row["player"]["name"] == "Ada Two"
    states = [cell and cell["state"] for cell in row["rounds"]]
    assert set(states) == {"finished"}
    assert "no attempt" in run("play", contest["id"], keys="y\n").output.lower()
    assert "Ada Two" in run("watch", contest["id"], "--once", "--plain").output


def test_the_terminal_speaks_the_language_that_is_asked_for_or_that_of_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    practice = ("play", "wish", "--seed", "pub", "--plain")
    asked = run(*practice, "--language", "de", keys="h\nr\nq\n").output
    for said in (
        "Wunsch · Üben, Blatt pub\n",
        "Zug 0 · Punktzahl jetzt 32: 32 Karten übrig",
        "Das Blatt war: wish, Startwert pub.",
        "8♣ und 8♠ weg",
        "zwei neue Karten",
        "Wunsch spielst du mit",
    ):
        assert said in asked
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(*practice, keys="h\nr\nq\n").output == asked
    assert "32 cards left" in run(*practice, "--language", "en", keys="q\n").output


@pytest.mark.extra
def test_an_open_game_is_left_and_played_on_with_words_for_everything(
    run: Run, me: str, host: Client
) -> None:
    contest = host.create("In words", [{"game": "wish", "seed": "pub"}], play="open")
    first = run("play", contest["url"], "--plain", keys="y\n2 3\nq\n").output
    assert "You have not joined In words. Join now? [Y/n]" in first
    assert "pile 1: 3 face down, 10♣" in first
    assert "8♣ and 8♠ taken away." in first
    assert "The game waits for you." in first
    second = run("play", contest["url"], "--plain", keys="h\npair 1 2\nu\nr\nm\n?\n\ng\nn\ng\ny\n").output
    assert "score 30 if you stop now: 30 cards left" in second
    assert "In a contest there are no hints" in second
    assert "pair 1 2 is not one of the moves" in second
    assert "Back at move 0." in second
    assert "Ruling: " in second
    assert "Then go on." in second
    assert "Move 0 · score 32: 32 cards left" in second
    assert f"1 {me} 32" in second


def test_a_practised_game_is_sent_fetched_and_verified(
    run: Run, me: str, host: Client, tmp_path: Path
) -> None:
    practised = run("play", "wish", "--seed", "pub", "--save", "log.json", keys="2 3\nh\np\n\n\nq\n").output
    assert "8♣ and 8♠ taken away." in practised
    assert "the cards taken away: 8♣, 8♠\n" in practised
    assert "Perhaps: " in practised
    assert "Which move?" in practised
    log = json.loads(Path("log.json").read_text())
    assert log == {"game": "wish", "seed": "pub", "rules": {}, "moves": ["pair 2 3"]}
    Path("log.json").write_text(json.dumps(log), encoding="utf-16")  # as Windows saves it
    contest = host.create("Logs", [{"game": "wish", "seed": "pub"}], play="open")
    run("join", contest["id"])
    assert "Accepted: score 30" in run("submit", contest["id"], "log.json").output
    Path("wrong.json").write_text(json.dumps({**log, "moves": ["pair 1 2"]}))
    assert "Not sent: move 1: " in run("submit", contest["id"], "wrong.json", status=1).output
    Path("wrong.json").write_text(json.dumps({**log, "seed": "other"}))
    assert "Not sent: the log is of seed other" in run(
        "submit", contest["id"], "wrong.json", status=1
    ).output.replace("\n", " ")
    host.close_competition(contest["id"])

    run("export", contest["url"], "--folder", "files")
    assert sorted(each.name for each in Path("files").iterdir()) == [
        "contest.json",
        "keys.json",
        "logs.ndjson",
        "standings.csv",
    ]
    assert me in Path("files/standings.csv").read_text()
    logs = Path("files/logs.ndjson")
    assert "1 log: all its claims are true." in run("verify", logs, "--contest", "files/contest.json").output
    log_id = json.loads(logs.read_text())["id"]
    run("receipt", log_id, "--save", "receipt.json")
    said = run("verify", "receipt.json", "--key", "files/keys.json").output.replace("\n", " ")
    assert f"{me} {log_id} wish: score 30, place 1 among 1." in said
    assert "the site has signed it" in said
    printed = run("receipt", f"{contest['url'].partition('/c/')[0]}/results/{log_id}").output
    assert json.loads(printed) == json.loads(Path("receipt.json").read_text())
    logs.write_text(logs.read_text().replace('"score": 30', '"score": 28') + "no log\n")
    said = run("verify", logs, status=1).output
    assert f"{me}" in said
    assert "says score 28, but the replay ends with 30" in said.replace("\n", " ")
    assert "line 2: not JSON" in said
    assert "1 with a false claim, 1 that cannot be checked" in said.replace("\n", " ")


def test_a_link_to_another_site_is_opened_without_the_token_of_the_environment(
    run: Run, home: Path, host: Client, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = host.create("Friday", [{"game": "wish"}])
    host.join(contest["id"])
    monkeypatch.setenv(account.TOKEN, str(host.token))
    monkeypatch.setenv(account.SITE, "https://patience.example")
    said = run("watch", f"{site}/c/{contest['id']}", "--once").output.replace("\n", " ")
    assert f"EVENDEAL_TOKEN is not sent to {site}: " in said
    assert "Host" in said
    monkeypatch.setenv(account.SITE, site)
    assert "EVENDEAL_TOKEN" not in run("watch", f"{site}/c/{contest['id']}", "--once").output


def test_what_the_service_refuses_is_said_in_a_sentence(
    me: str, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["join", f"{site}/c/nothing"])
    assert ended.value.code == 1
    assert capsys.readouterr().err == "evendeal: There is nothing here that you may see.\n"
