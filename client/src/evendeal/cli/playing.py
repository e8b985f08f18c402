"""`evendeal play`: chooses the round or the practice deal, and reports the end."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import typer

from evendeal.cli import standings
from evendeal.cli.ending import show_ending
from evendeal.cli.game import play_game
from evendeal.cli.screen import Screen
from evendeal.cli.seats import OwnSeat, ServedSeat
from evendeal.client import Client
from evendeal.errors import NoAttemptsLeft, NotEntered, Problem
from evendeal.resources import Attempt, Competition
from games import GAMES
from games.language import Message
from games.replay import Refused, open_deal


def is_game(what: str) -> bool:
    return what in GAMES


def practise(screen: Screen, slug: str, seed: str | None, rules: list[str], save: Path | None) -> None:
    """Play a deal on this machine, without the service. If `save` is given, write the log into this file."""
    given = dict(rule.partition("=")[::2] for rule in rules)
    seed = seed or secrets.token_urlsafe(9)
    opening = open_deal(slug, seed, given)
    if isinstance(opening, Refused):
        raise typer.BadParameter(opening.reason.words(screen.language))
    seat = OwnSeat(opening, seed, screen.language)
    try:
        play_game(screen, seat)
    finally:  # also after Ctrl+C
        screen.say(Message("evendeal.practised", game=slug, seed=seed))
        if save is not None:
            save.write_text(json.dumps(seat.log) + "\n")
            screen.say(Message("evendeal.log_kept", file=str(save)))


def play(screen: Screen, client: Client, contest: str, number: int | None) -> None:
    """Play a round of a contest on the service."""
    competition = client.competition(contest)
    attempt = _started(screen, client, competition, number)
    if attempt is None:
        return
    seat = ServedSeat(client, competition, attempt)
    try:
        over = play_game(screen, seat)
    finally:
        seat.close()
    if not over:
        screen.say(Message("evendeal.waits_on_the_clock") if seat.deadline else Message("evendeal.waits"))
        return
    show_ending(screen, client.ending(attempt["id"]))
    _place(screen, client, competition)


def _started(screen: Screen, client: Client, competition: Competition, number: int | None) -> Attempt | None:
    """An attempt at the round with this number, or at the first that can be played. None if no round can be
    played, or if the player does not want to begin."""
    open_rounds = [
        each["number"]
        for each in competition["rounds"]
        if each["state"] == "open" and number in (None, each["number"])
    ]
    if not open_rounds:
        name = competition["name"]
        if number is None:
            screen.say(Message("evendeal.no_round_open", contest=name))
        else:
            screen.say(Message("evendeal.round_not_open", round=number, contest=name))
        return None
    if not _knows_the_clock(screen, competition):
        return None
    for each in open_rounds:
        try:
            return _start(screen, client, competition, each)
        except NoAttemptsLeft as refused:
            if each == open_rounds[-1]:
                screen.say(refused.detail)
    return None


def _start(screen: Screen, client: Client, competition: Competition, number: int) -> Attempt | None:
    try:
        return client.start(competition["id"], number)
    except NotEntered:
        if not screen.agrees(Message("evendeal.join_now", contest=competition["name"]), otherwise=True):
            return None
        client.join(competition["id"])
        return client.start(competition["id"], number)


def _knows_the_clock(screen: Screen, competition: Competition) -> bool:
    """Whether the player agrees that the clock starts when the cards are shown. The player is asked only in
    sealed play, where each round has one attempt."""
    if competition["play"] == "open":
        return True
    limit = competition["time_limit_s"]
    if limit is None:
        question = Message("evendeal.begin")
    else:
        question = Message("evendeal.begin_limited", time=f"{limit // 60}:{limit % 60:02}")
    return screen.agrees(question, otherwise=True)


def _place(screen: Screen, client: Client, competition: Competition) -> None:
    """Print the player's place, if the player may know it."""
    try:
        near = client.standings(competition["id"], around_me=True)
        me = client.me()["id"]
    except Problem:
        return
    mine = [row for row in near["results"] if row["player"]["id"] == me]
    if mine and (place := standings.place_in_contest(mine[0], competition)):
        screen.say(place)
    if screen.plain:
        screen.say(*standings.as_lines(near["results"], screen.language))
