"""The command line: its commands, and its messages for errors.

The descriptions of commands and parameters are in `messages`, as `help…`.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from evendeal.cli import (
    account,
    exporting,
    page_links,
    playing,
    receipts,
    submitting,
    verifying,
    watching,
    witnessing,
)
from evendeal.cli.contests import listing
from evendeal.cli.screen import PLAIN, Screen, why_failed
from evendeal.cli.speech import SpokenCommand, SpokenGroup, language_of
from evendeal.client import Client
from evendeal.errors import (
    EvendealError,
    Forbidden,
    Invalid,
    NotEntered,
    Problem,
    Unauthenticated,
    Unreachable,
)
from games.language import Message

app = typer.Typer(
    name="evendeal",
    cls=SpokenGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
command = partial(app.command, cls=SpokenCommand)

Site = Annotated[str | None, typer.Option(show_default=False)]
Plain = Annotated[bool, typer.Option("--plain", envvar=PLAIN)]
Language = Annotated[str | None, typer.Option(metavar="CODE", show_default=False)]
Contest = Annotated[str, typer.Argument()]
RoundNumberOption = Annotated[int, typer.Option("--round", min=1)]


@command()
def login(
    name: Annotated[str | None, typer.Option()] = None,
    token: Annotated[bool, typer.Option("--token")] = False,
    site: Site = None,
    language: Language = None,
) -> None:
    screen = Screen(language=language)
    here = account.at(site)
    if here.name and not screen.agrees(
        Message("evendeal.forget_token", name=here.name, site=here.site), otherwise=False
    ):
        raise typer.Exit(1)
    if token:
        asked = Message("evendeal.ask_token").words(screen.language)
        secret: str = typer.prompt(asked, hide_input=True)
        with Client(here.site, secret.strip(), language=screen.language) as client:
            known = account.Account(here.site, _name_of(client, screen), secret.strip())
    else:
        asked = Message("evendeal.ask_name").words(screen.language)
        with Client(here.site, language=screen.language) as client:
            guest = client.guest(name or typer.prompt(asked))
        known = account.Account(here.site, guest["player"]["name"], guest["token"])
    file = account.remember(known)
    screen.say(Message("evendeal.logged_in", name=str(known.name), site=known.site, file=str(file)))


@command()
def contests(
    state: Annotated[str | None, typer.Option()] = None,
    game: Annotated[str | None, typer.Option()] = None,
    mine: Annotated[bool, typer.Option("--mine")] = False,
    most: Annotated[int, typer.Option(min=1)] = 20,
    site: Site = None,
    plain: Plain = False,
    language: Language = None,
) -> None:
    screen = Screen(plain, language=language)
    with _client(screen, site) as client:
        listing(screen, client, state, game, mine, most)


@command()
def join(
    contest: Contest,
    invite: Annotated[str | None, typer.Option()] = None,
    name: Annotated[str | None, typer.Option()] = None,
    site: Site = None,
    language: Language = None,
) -> None:
    screen = Screen(language=language)
    client, named = _at(screen, contest, site)
    with client:
        shown = client.join(named, invite, name=name)["player"]["name"]
        competition = client.competition(named)
    screen.say(Message("evendeal.joined", contest=competition["name"], name=shown, url=competition["url"]))


@command()
def play(
    what: Annotated[str, typer.Argument()],
    number: Annotated[int | None, typer.Option("--round", min=1)] = None,
    seed: Annotated[str | None, typer.Option()] = None,
    rules: Annotated[list[str] | None, typer.Option("--rule")] = None,
    save: Annotated[Path | None, typer.Option(dir_okay=False)] = None,
    site: Site = None,
    plain: Plain = False,
    language: Language = None,
) -> None:
    screen = Screen(plain, language=language)
    if playing.is_game(what):
        playing.practise(screen, what, seed, rules or [], save)
        return
    client, named = _at(screen, what, site)
    with client:
        playing.play(screen, client, named, number)


@command()
def watch(
    contest: Contest,
    once: Annotated[bool, typer.Option("--once")] = False,
    site: Site = None,
    plain: Plain = False,
    language: Language = None,
) -> None:
    screen = Screen(plain, language=language)
    client, named = _at(screen, contest, site)
    with client:
        watching.watch(screen, client, named, once)


@command()
def submit(
    contest: Contest,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    number: RoundNumberOption = 1,
    site: Site = None,
    language: Language = None,
) -> None:
    screen = Screen(language=language)
    client, named = _at(screen, contest, site)
    with client:
        raise typer.Exit(submitting.submit(screen, client, named, number, file))


@command()
def export(
    contest: Contest,
    folder: Annotated[Path, typer.Option(file_okay=False)] = Path("."),
    site: Site = None,
    language: Language = None,
) -> None:
    screen = Screen(language=language)
    client, named = _at(screen, contest, site)
    with client:
        exporting.export(screen, client, named, folder)


@command()
def receipt(
    log: Annotated[str, typer.Argument()],
    save: Annotated[Path | None, typer.Option(dir_okay=False)] = None,
    site: Site = None,
    language: Language = None,
) -> None:
    screen = Screen(language=language)
    named = page_links.result(log)
    with _client(screen, named.site or site) as client:
        receipts.fetch(screen, client, named.id, save)


@command()
def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    contest: Annotated[Path | None, typer.Option(exists=True, dir_okay=False)] = None,
    key: Annotated[str | None, typer.Option()] = None,
    language: Language = None,
) -> None:
    raise typer.Exit(verifying.verify(Screen(language=language), file, contest, key))


@command()
def witness(
    site: Annotated[str, typer.Argument()],
    state: Annotated[Path, typer.Option(dir_okay=False)],
    once: Annotated[bool, typer.Option("--once")] = False,
    every: Annotated[int, typer.Option(min=1)] = 60,
    receipts: Annotated[Path | None, typer.Option(file_okay=False)] = None,
    language: Language = None,
) -> None:
    screen = Screen(language=language)
    every_s = None if once else every * 60.0
    raise typer.Exit(witnessing.watch_history(screen, account.at(site).site, state, every_s, receipts))


def _name_of(client: Client, screen: Screen) -> str:
    """The name of the token's player, or "somebody" if the token may not read it. Raises Unauthenticated for
    an invalid token."""
    try:
        return client.me()["name"]
    except Forbidden:
        return Message("evendeal.somebody").words(screen.language)


def _client(screen: Screen, site: str | None) -> Client:
    known = account.at(site)
    if (sentence := account.withheld_from(known.site)) is not None:
        print(f"evendeal: {sentence.words(screen.language)}", file=sys.stderr)
    return Client(known.site, known.token, language=screen.language)


def _at(screen: Screen, contest: str, site: str | None) -> tuple[Client, str]:
    """The client for the site of a contest, and the contest's id."""
    named = page_links.contest(contest)
    return _client(screen, named.site or site), named.id


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line. If the service refuses, print its reason and exit with status 1."""
    language = language_of(sys.argv[1:] if arguments is None else arguments)
    try:
        return app(arguments, prog_name="evendeal")
    except EvendealError as error:
        print(f"evendeal: {in_words(error, language)}", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    except OSError as error:
        print(f"evendeal: {_of_files(error, language)}", file=sys.stderr)
    return sys.exit(1)


def in_words(error: EvendealError, language: str) -> str:
    """A sentence about an error. If the player must log in or join first, the sentence says so."""
    match error:
        case Unauthenticated():
            return Message("evendeal.log_in", why=error.detail).words(language)
        case NotEntered():
            return Message("evendeal.join_first", why=error.detail).words(language)
        case Invalid():
            return "; ".join(_faults(error.errors)) or error.detail
        case Problem():
            return error.detail
        case Unreachable():
            return Message("evendeal.no_answer", why=error.why).words(language)
    return error.words(language)


def _of_files(error: OSError, language: str) -> str:
    why = why_failed(error, language)
    if error.filename:
        return f"{error.filename}: {why}"
    return Message("evendeal.reading_failed", why=why).words(language)


def _faults(errors: Any, path: str = "") -> list[str]:
    if isinstance(errors, str):
        return [f"{path}: {errors}"]
    inner = errors.items() if isinstance(errors, dict) else ((None, each) for each in errors)
    return [
        fault
        for name, each in inner
        for fault in _faults(each, path if name is None else f"{path}.{name}".lstrip("."))
    ]
