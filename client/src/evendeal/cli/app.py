"""The command line: what can be typed, and what is said when it goes wrong."""

from __future__ import annotations

import sys
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
from evendeal.cli.screen import PLAIN, Screen
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

app = typer.Typer(
    name="evendeal",
    help="Play, watch and check contests of patience in which everybody has the same deal.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Site = Annotated[
    str | None,
    typer.Option(help="The address of the site; by default that of the last login.", show_default=False),
]
Plain = Annotated[
    bool, typer.Option("--plain", envvar=PLAIN, help="Words instead of pictures, for screen readers.")
]
Language = Annotated[
    str | None,
    typer.Option(
        metavar="CODE",
        help="What games and the site say is in this language, as de; by default that of the terminal.",
        show_default=False,
    ),
]
Contest = Annotated[str, typer.Argument(help="The address of the contest's page, or its id.")]
RoundNumberOption = Annotated[int, typer.Option("--round", min=1, help="The number of the round.")]


@app.command()
def login(
    name: Annotated[str | None, typer.Option(help="Become a new guest of this name.")] = None,
    token: Annotated[bool, typer.Option("--token", help="Type in a token that you have.")] = False,
    site: Site = None,
) -> None:
    """Become a guest by giving a name, or come with a token. It is kept for the next time."""
    screen = Screen()
    here = account.at(site)
    if here.name and not screen.agrees(
        f"You are {here.name} at {here.site}; the token would be forgotten. Go on?", otherwise=False
    ):
        raise typer.Exit(1)
    if token:
        secret: str = typer.prompt("Token", hide_input=True)
        with Client(here.site, secret.strip()) as client:
            known = account.Account(here.site, _name_of(client), secret.strip())
    else:
        with Client(here.site) as client:
            guest = client.guest(name or typer.prompt("Name"))
        known = account.Account(here.site, guest["player"]["name"], guest["token"])
    file = account.remember(known)
    screen.say(f"You are {known.name} at {known.site}. The token is in {file}.")


@app.command()
def contests(
    state: Annotated[str | None, typer.Option(help="Only those in this state, like running.")] = None,
    game: Annotated[str | None, typer.Option(help="Only those with this game, like wish.")] = None,
    mine: Annotated[bool, typer.Option("--mine", help="Only those that you have joined or made.")] = False,
    most: Annotated[int, typer.Option(min=1, help="How many at most.")] = 20,
    site: Site = None,
    plain: Plain = False,
    language: Language = None,
) -> None:
    """List contests, the newest first."""
    screen = Screen(plain, language=language)
    with _client(site, screen.language) as client:
        listing(screen, client, state, game, mine, most)


@app.command()
def join(
    contest: Contest,
    invite: Annotated[str | None, typer.Option(help="The code, if one is needed.")] = None,
    name: Annotated[str | None, typer.Option(help="Another name than your own, there alone.")] = None,
    site: Site = None,
) -> None:
    """Enter a contest."""
    client, named = _at(contest, site)
    with client:
        shown = client.join(named, invite, name=name)["player"]["name"]
        told = client.competition(named)
    Screen().say(f"You are in {told['name']} as {shown}. Play with: evendeal play {told['url']}")


@app.command()
def play(
    what: Annotated[str, typer.Argument(help="A contest's address or id; or a game, to practise alone.")],
    number: Annotated[
        int | None, typer.Option("--round", min=1, help="The round; by default the first to be played.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="For practice: the deal. By default a new one.")] = None,
    rules: Annotated[
        list[str] | None, typer.Option("--rule", help="For practice: an option of the game, like draw=three.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="For practice: the file to keep the log in.", dir_okay=False)
    ] = None,
    site: Site = None,
    plain: Plain = False,
    language: Language = None,
) -> None:
    """Play a round of a contest, or any game for practice, with cards drawn in the terminal."""
    screen = Screen(plain, language=language)
    if playing.is_game(what):
        playing.practise(screen, what, seed, rules or [], save)
        return
    client, named = _at(what, site, screen.language)
    with client:
        playing.play(screen, client, named, number)


@app.command()
def watch(
    contest: Contest,
    once: Annotated[bool, typer.Option("--once", help="Show the standings, and end.")] = False,
    site: Site = None,
    plain: Plain = False,
) -> None:
    """Follow the standings while they change, until the contest is over."""
    client, named = _at(contest, site)
    with client:
        watching.watch(Screen(plain), client, named, once)


@app.command()
def submit(
    contest: Contest,
    file: Annotated[
        Path, typer.Argument(help="A log: a JSON object with moves.", exists=True, dir_okay=False)
    ],
    number: RoundNumberOption = 1,
    site: Site = None,
    language: Language = None,
) -> None:
    """Send the log of a whole game to an open round."""
    screen = Screen(language=language)
    client, named = _at(contest, site, screen.language)
    with client:
        raise typer.Exit(submitting.submit(screen, client, named, number, file))


@app.command()
def export(
    contest: Contest,
    folder: Annotated[Path, typer.Option(help="Where the files are put.", file_okay=False)] = Path("."),
    site: Site = None,
) -> None:
    """Fetch a contest: contest.json, standings.csv, logs.ndjson with every log that may be seen, and the
    keys.json of the site."""
    client, named = _at(contest, site)
    with client:
        exporting.export(Screen(), client, named, folder)


@app.command()
def receipt(
    log: Annotated[str, typer.Argument(help="The address of a result's page, or the id of its log.")],
    save: Annotated[Path | None, typer.Option(help="The file to keep it in.", dir_okay=False)] = None,
    site: Site = None,
) -> None:
    """Fetch what a game came to, signed by the site, once its round is closed. It is printed, or kept."""
    named = page_links.result(log)
    with _client(named.site or site) as client:
        receipts.fetch(Screen(), client, named.id, save)


@app.command()
def verify(
    file: Annotated[
        Path, typer.Argument(help="One log, a logs.ndjson, or a receipt.", exists=True, dir_okay=False)
    ],
    contest: Annotated[
        Path | None,
        typer.Option(
            help="A contest.json, whose commitments are compared with the seeds.", exists=True, dir_okay=False
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(help="For a receipt: the site's keys.json, or its public key in base64."),
    ] = None,
    language: Language = None,
) -> None:
    """Play logs again, without a network. The exit status is 0 if all their claims are true, 1 if one is not,
    and 2 if one cannot be read or checked."""
    raise typer.Exit(verifying.verify(Screen(language=language), file, contest, key))


@app.command()
def witness(
    site: Annotated[str, typer.Argument(help="The address of the site.")],
    state: Annotated[
        Path, typer.Option(help="The file that keeps the last good checkpoint.", dir_okay=False)
    ],
    once: Annotated[bool, typer.Option("--once", help="Look once, and end.")] = False,
    every: Annotated[int, typer.Option(min=1, help="How many minutes from one look to the next.")] = 60,
    receipts: Annotated[
        Path | None,
        typer.Option(help="A folder with receipts of the site, to be held against it.", file_okay=False),
    ] = None,
) -> None:
    """Look from time to time whether a site has changed its history. It says so loudly; with --once, the exit
    status is then 1, and 2 if only a receipt cannot be read or checked."""
    every_s = None if once else every * 60.0
    raise typer.Exit(witnessing.watch_history(Screen(), account.at(site).site, state, every_s, receipts))


def _name_of(client: Client) -> str:
    """The name of the token's player, if the token may read it. Raises Unauthenticated for an invalid one."""
    try:
        return client.me()["name"]
    except Forbidden:
        return "somebody"


def _client(site: str | None, language: str | None = None) -> Client:
    known = account.at(site)
    if (sentence := account.withheld_from(known.site)) is not None:
        print(f"evendeal: {sentence}", file=sys.stderr)
    return Client(known.site, known.token, language=language)


def _at(contest: str, site: str | None, language: str | None = None) -> tuple[Client, str]:
    """The client for the site of a contest, and the contest's id."""
    named = page_links.contest(contest)
    return _client(named.site or site, language), named.id


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line. A refusal is printed as a sentence, and the exit status is 1."""
    try:
        return app(arguments, prog_name="evendeal")
    except EvendealError as error:
        print(f"evendeal: {in_words(error)}", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    except OSError as error:
        print(f"evendeal: {error.filename or 'reading or writing'}: {error.strerror}", file=sys.stderr)
    return sys.exit(1)


def in_words(error: EvendealError) -> str:
    """What went wrong, and how to fix it."""
    match error:
        case Unauthenticated():
            return f"{error.detail} Log in with: evendeal login"
        case NotEntered():
            return f"{error.detail} Join with: evendeal join"
        case Invalid():
            return "; ".join(_faults(error.errors)) or error.detail
        case Problem():
            return error.detail
        case Unreachable():
            return f"The site does not answer: {error}"
    return str(error)


def _faults(errors: Any, path: str = "") -> list[str]:
    if isinstance(errors, str):
        return [f"{path}: {errors}"]
    inner = errors.items() if isinstance(errors, dict) else ((None, each) for each in errors)
    return [
        fault
        for name, each in inner
        for fault in _faults(each, path if name is None else f"{path}.{name}".lstrip("."))
    ]
