"""`evendeal contests`: prints a list of contests."""

from __future__ import annotations

from itertools import islice

from rich.table import Column, Table

from evendeal.cli.screen import Screen
from evendeal.client import Client
from evendeal.resources import Competition
from games import GAMES
from games.language import Message


def listing(
    screen: Screen, client: Client, state: str | None, game: str | None, mine: bool, most: int
) -> None:
    found = list(islice(client.competitions(state=state, game=game, mine=mine or None), most))  # type: ignore[arg-type]  # the service refuses unknown states
    listed = [(each, games_of(each, screen.language)) for each in found]
    if not found:
        screen.say(Message("evendeal.no_contests"))
    elif screen.plain:
        screen.say(
            *(
                Message(
                    "evendeal.contest",
                    name=each["name"],
                    games=games,
                    play=play_of(each),
                    state=state_of(each["state"]),
                    url=each["url"],
                )
                for each, games in listed
            )
        )
    else:
        *words, id_word = (screen.shown(column).plain for column in COLUMNS)
        # Nobody can type an id that is cut off.
        table = Table(*words, Column(id_word, no_wrap=True))
        for each, games in listed:
            cells: list[str | Message] = [
                each["name"],
                games,
                play_of(each),
                state_of(each["state"]),
                each["id"],
            ]
            table.add_row(*map(screen.shown, cells))
        screen.console.print(table)


COLUMNS = (
    Message("evendeal.column_name"),
    Message("evendeal.column_games"),
    Message("evendeal.column_play"),
    Message("evendeal.column_state"),
    Message("evendeal.column_id"),
)


def play_of(contest: Competition) -> Message:
    return Message("evendeal.play", play=contest["play"])


def state_of(state: str) -> Message:
    """The state of a contest in a word."""
    return Message("evendeal.state", state=state)


def games_of(contest: Competition, language: str) -> str:
    """The games of a contest's rounds, each once."""
    slugs = dict.fromkeys(each["game"] for each in contest["rounds"])
    return ", ".join(GAMES[slug].title.words(language) if slug in GAMES else slug for slug in slugs)
