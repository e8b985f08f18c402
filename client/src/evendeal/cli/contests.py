"""A list of contests."""

from __future__ import annotations

from itertools import islice

from rich.table import Table
from rich.text import Text

from evendeal.cli.screen import Screen, printable
from evendeal.client import Client
from evendeal.resources import Competition
from games import GAMES


def listing(
    screen: Screen, client: Client, state: str | None, game: str | None, mine: bool, most: int
) -> None:
    found = list(islice(client.competitions(state=state, game=game, mine=mine or None), most))  # type: ignore[arg-type]  # the service says which states there are
    listed = [(each, games_of(each, screen.language)) for each in found]
    if not found:
        screen.say("There are no such contests.")
    elif screen.plain:
        screen.say(
            *(
                f"{each['name']}, {games}, {each['play']}, {each['state']}: {each['url']}"
                for each, games in listed
            )
        )
    else:
        table = Table("Name", "Games", "Play", "State", "Id")
        for each, games in listed:
            table.add_row(Text(printable(each["name"])), games, each["play"], each["state"], each["id"])
        screen.console.print(table)


def games_of(contest: Competition, language: str) -> str:
    """The games of its rounds, each once."""
    slugs = dict.fromkeys(each["game"] for each in contest["rounds"])
    return ", ".join(GAMES[slug].title.words(language) if slug in GAMES else slug for slug in slugs)
