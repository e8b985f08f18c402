"""The terminal in other languages: nothing that it says stays English."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from evendeal.cli import app, main, playing, watching
from evendeal.cli.contests import listing
from evendeal.errors import NotEntered, Problem, Unreachable, problem_of
from games import GAMES
from games.catalogue import HOMES
from games.language import Message
from games.replay import play
from games.views import view
from tests.pseudo import PSEUDO, accented, messages_in_pseudo

from .conftest import Run
from .test_receipts import KEYS, proven, signed
from .test_screens import screen
from .test_verifying import LOG
from .test_witness import SITE, FakeSite, fake, leaves  # noqa: F401  # a fixture

CLI = HOMES["evendeal"] / "cli"

NO_SENTENCES = {
    "evendeal.help.",
    "bold red",
    "bold green",
    "bold magenta",
    "Invalid value: ",
    " does not exist.",
}
"""Styles, what typer says, and how codes begin."""


def texts_in(file: Path) -> Iterator[str]:
    """The texts in a module, without those that stand for themselves: docstrings."""
    nodes = [*ast.walk(ast.parse(file.read_text()))]
    comments = [node.value for node in nodes if isinstance(node, ast.Expr)]
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in comments:
            yield node.value


def test_no_module_of_the_terminal_has_a_sentence_in_it() -> None:
    found = {text for file in CLI.rglob("*.py") for text in texts_in(file)}
    assert {text for text in found if re.search("[A-Za-z]{2} |[a-z][.?!]$", text)} == NO_SENTENCES


COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # of a group
TYPED = {
    *re.findall("[a-z]+", " ".join(COMMANDS)),
    *(word for each in COMMANDS.values() for param in each.params for word in (param.name, *param.opts)),
}
NO_WORDS = {
    *(word for each in TYPED for word in re.findall("[A-Za-z]+", each)),
    *(verb for game in GAMES.values() for verb in game.verbs),
    *(word for slug in GAMES for word in slug.split("-")),
    *re.findall(
        r"\w+",
        """
    evendeal help CODE str int range bool list file path dir EVENDEAL PLAIN plya nonsense
    pub Ada Eve Friday https patience example json keys logs ndjson csv contest standings mine
    stock waste turned pulled foundation left right nw ne sw se
    required
        """,
    ),
}
"""What is typed, names, and the mark that typer puts at what must be typed: alike in every language."""


NO_SAYING = re.compile(r"[0-9a-f]{16,}|\S*/pytest-\S*|\{.*\}")
"""Hashes, paths and JSON."""


def english_in(said: str) -> set[str]:
    return set(re.findall("[A-Za-z]{2,}", NO_SAYING.sub("", said))) - NO_WORDS


@pytest.fixture(scope="module", autouse=True)
def accents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with messages_in_pseudo(tmp_path_factory.mktemp("accents")):
        yield


@pytest.mark.parametrize("command", [(), *((each,) for each in COMMANDS)])
def test_help_is_told_in_the_language_of_the_reader(run: Run, command: tuple[str, ...]) -> None:
    said = run(*command, "--language", PSEUDO, "--help").output if command else ""
    said = said or run("--help", LC_ALL=f"{PSEUDO}.UTF-8").output
    assert not english_in(said)
    assert accented("Usage:") in said


@pytest.mark.parametrize(
    "typed",
    """
    plya
    play
    play wish --round 0
    play wish --round x
    play wish --seed
    play wish --nonsense
    play wish wish
    play wish --seed a.b.
    play wish --rule draw=one
    watch pub --once=pub
    submit pub mine.json
    submit pub logs.ndjson
    submit pub keys.json
    verify
    verify mine.json
    verify logs.ndjson --contest keys.json
    verify contest.json --key keys.json
    witness pub
    witness pub --state keys.json --once
    """.strip().splitlines(),
)
def test_what_was_typed_wrongly_is_told_in_the_language_of_the_reader(run: Run, typed: str) -> None:
    Path("logs.ndjson").write_text("{")
    Path("keys.json").write_text("{}")
    Path("contest.json").write_text(json.dumps(signed()))
    said = run(*typed.replace(".", " ").split(), "--language", PSEUDO, status=2).output
    assert said
    assert not english_in(said)


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_practised_in_the_language_of_the_reader(run: Run, slug: str, plain: bool) -> None:
    keys = "m\n\np\n\nr\n\n?\n\nt\nh\nu\nx\n\n1\n1\nu\nu 99\n1\n1\ng\nn\n" + "1\n" * 9 + "g\ny\n"
    more = ("--plain",) if plain else ()
    said = run("play", slug, "--seed", "pub", "--save", "mine.json", "--language", PSEUDO, *more, keys=keys)
    assert not english_in(said.output)


class FakeService:
    """A contest with one player, in a language of its own."""

    token = "secret"

    def __init__(self, **facts: Any) -> None:
        rounds = [
            {"number": n, "state": state, "game": "pyramid"} for n, state in ((1, "open"), (2, "scheduled"))
        ]
        self.told: dict[str, Any] = {"id": "pub", "name": "Friday", "rounds": rounds, "play": "sealed"}
        self.told |= {"time_limit_s": 90, "state": "running", "url": f"{SITE}/c/pub", **facts}
        self.view = view(GAMES["pyramid"].open("pub"))
        self.state, self.joined = "running", False

    def competition(self, contest: str) -> Any:
        return self.told

    def competitions(self, **asked: Any) -> Any:
        return iter([self.told])

    def join(self, contest: str) -> None:
        self.joined = True

    def start(self, contest: str, number: int) -> Any:
        if not self.joined:
            raise problem_of(403, {"code": "not_entered"})
        return {"id": "pub", "round": number, "view": self.view, "deadline": "2126-11-29T12:00:00Z"}

    def table(self, attempt: Any) -> "FakeService":
        return self

    def play(self, move: str) -> None:
        self.view = view(play(GAMES["pyramid"].open("pub"), move))  # type: ignore[arg-type]  # it is legal

    def finish(self) -> None:
        self.state = "finished"

    def close(self) -> None:
        pass

    def ending(self, attempt: str) -> Any:
        said = accented("said")
        dots = [{"whose": "you", "name": said, "score": 6.5}]
        scale = {"best": 0, "worst": 28, "words": said, "dots": dots}
        following = {"step": "round", "competition": "pub", "round": 2, "words": said}
        daily = {"words": said, "new_cards_at": "2026-11-29T12:00:00Z"}
        lesson = {"view": self.view, "words": said}
        told = {"judged": said, "beside": said, "share": said, "scale": scale, "lesson": lesson}
        return {**told, "next": following, "daily": daily}

    def me(self) -> Any:
        return {"id": "ada", "name": "Ada"}

    def standings(self, contest: str, **asked: Any) -> Any:
        row = {"rank": 2, "tied": True, "among": 3, "disqualified": True, "total": 6.5}
        rows = [{**row, "player": {"id": who.lower(), "name": who, "bot": True}} for who in ("Ada", "Eve")]
        return {"version": 1, "total": 3, "frozen": True, "results": rows}

    def watch(self, contest: str) -> Iterator[Any]:
        yield {"type": "presence", "watching": 2}
        yield {"type": "standings", **self.standings(contest)}
        yield {"type": "state", "state": "closed"}


@pytest.mark.parametrize("plain", [True, False])
def test_a_contest_is_played_and_watched_in_the_language_of_the_reader(
    plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, file = screen(plain=plain, language=PSEUDO)
    typed = iter(["y", "y", "h", "u", "1", "q", "y", "g", "y"])
    monkeypatch.setattr("builtins.input", lambda: next(typed))
    service: Any = FakeService()
    playing.play(made, service, "pub", None)
    playing.play(made, service, "pub", 1)
    playing.play(made, service, "pub", 2)
    playing.play(made, FakeService(rounds=[], play="open"), "pub", None)  # type: ignore[arg-type]
    watching.watch(made, service, "pub", once=False)
    watching.watch(made, service, "pub", once=True)
    listing(made, service, None, None, False, 1)
    listing(made, service, None, None, False, 0)
    said = file.getvalue()
    assert not english_in(said)
    for words in ("2nd", "sealed", "running", "closed"):
        assert accented(words) in said, words
    assert not [*typed]


def test_logs_and_receipts_are_checked_in_the_language_of_the_reader(run: Run) -> None:
    true, false = json.dumps(LOG), json.dumps({**LOG, "won": True})
    later, unproven = signed(rules_version=0), {**signed(), "inclusion": {"leaf": 1}}
    texts = {
        "logs.ndjson": "\n".join([true, false, "{", "[]", "{}", json.dumps({**LOG, "moves": ["pair 1 2"]})]),
        "mine.json": json.dumps(proven(signed())),
        "contest.json": json.dumps({**signed(), "key": "pub"}),
        "standings.json": json.dumps(later),
        "pub.json": json.dumps(unproven),
        "keys.json": KEYS,
    }
    for name, text in texts.items():
        Path(name).write_text(text)
    for name in texts:
        for key in ((), ("--key", "keys.json")):
            said = run("verify", name, *key, "--language", PSEUDO, status=None).output
            assert said
            assert not english_in(said)


@pytest.mark.usefixtures("fake")
def test_a_site_is_witnessed_in_the_language_of_the_reader(run: Run, fake: FakeSite) -> None:  # noqa: F811
    def look() -> str:
        options = ("--state", "kept.json", "--receipts", "mine", "--once", "--language", PSEUDO)
        return run("witness", SITE, *options, status=None).output

    Path("mine").mkdir()
    Path("mine/mine.json").write_text(json.dumps({**signed(), "inclusion": {"leaf": 1}}))
    Path("mine/logs.json").write_text("{")
    said = look()
    fake.leaves += leaves(3)
    said += look()
    fake.leaves.reverse()
    said += look()
    fake.leaves.clear()
    said += look()
    assert not english_in(re.sub(r"\d{4}-\d\d-\S+Z", "", said))


@pytest.mark.parametrize(
    "error",
    [
        Unreachable(Message("evendeal.not_json")),
        NotEntered("not_entered", accented("said"), 403, {}),
        Problem("pub", accented("said"), 400, {}),
        problem_of(401, {"code": "unauthenticated", "detail": accented("said")}),
        FileNotFoundError(2, "No such file or directory", "mine.json"),
        PermissionError(13, "Permission denied"),
    ],
)
def test_what_goes_wrong_is_told_in_the_language_of_the_reader(
    home: Path, error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr("evendeal.cli.verifying.verify", fail)
    Path("mine.json").write_text("{}")
    with pytest.raises(SystemExit):
        main(["verify", "mine.json", "--language", PSEUDO])
    assert not english_in(capsys.readouterr().err)


def test_german_is_asked_of_the_service_too(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    asked: list[Any] = []

    class Client:
        def __init__(self, site: str, token: str | None = None, *, language: str) -> None:
            asked.append(language)

        __enter__ = __exit__ = lambda *_: (_ for _ in ()).throw(typer.Exit(3))

    monkeypatch.setattr(sys.modules["evendeal.cli.app"], "Client", Client)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    for typed in ("contests", "join pub", "play pub", "watch pub", "export pub", "receipt pub", "login"):
        run(*typed.split(), status=3)
    assert asked == ["de"] * 7
