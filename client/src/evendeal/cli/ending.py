"""The end of a game in the service's words: how good it was, the lesson, and what comes next."""

from __future__ import annotations

from datetime import datetime

from rich.text import Text

from evendeal.cli.screen import Screen, in_figures
from evendeal.cli.table import piles_in_words, table_lines
from evendeal.resources import DearestMove, Ending, EndingScale, FollowingStep, ScaleDot
from evendeal.seeing import Sight
from games.language import Message

MARKS = {"middle": "│", "bot": "□", "you": "●"}
PERSON = "○"
WIDTH = 50
LESSON_ROOM = 16
"""The number of lines for the table of a lesson."""


def show_ending(screen: Screen, ending: Ending) -> None:
    screen.say(Text(ending["judged"], style="bold"), *_lines([ending["beside"]]))
    if screen.plain:
        screen.say(ending["scale"]["words"])
    else:
        scale = _scale(ending["scale"], min(WIDTH, screen.width - 1), screen.language)
        screen.say(*scale, "", *ending["share"].split("\n"), "")
    if ending["lesson"] is not None:
        _show_lesson(screen, ending["lesson"])
    if ending["next"] is not None:
        screen.say(Text(_next(ending["next"], screen.language), style="bold"))
    daily = ending["daily"]
    if daily is not None:
        new_cards = datetime.fromisoformat(daily["new_cards_at"]).astimezone()
        screen.say(*_lines([daily["words"]]), Message("evendeal.new_cards", time=f"{new_cards:%H:%M}"))


def _lines(said: list[str]) -> list[str]:
    return [line for line in said if line]


def _scale(scale: EndingScale, width: int, language: str) -> list[Text | str]:
    """A line with a mark for each score, and what the marks mean."""
    line = ["─"] * width
    for dot in sorted(scale["dots"], key=lambda dot: dot["whose"] == "you"):
        line[_place(scale, dot, width)] = _mark(dot)
    worst = Message("evendeal.worst", score=scale["worst"]).words(language)
    ends = f"{scale['best']}{worst:>{width - len(str(scale['best']))}}"
    marks = "   ".join(
        f"{_mark(dot)} {dot['name']} {in_figures(format(dot['score'], 'g'), language)}"
        for dot in scale["dots"]
    )
    return [Text("".join(line)), Text(ends, style="dim"), marks]


def _place(scale: EndingScale, dot: ScaleDot, width: int) -> int:
    way = scale["worst"] - scale["best"]
    share = (dot["score"] - scale["best"]) / way if way else 0.0
    return round(min(1.0, max(0.0, share)) * (width - 1))


def _mark(dot: ScaleDot) -> str:
    return MARKS.get(dot["whose"], PERSON)


def _show_lesson(screen: Screen, lesson: DearestMove) -> None:
    sight = Sight(lesson["view"], language=screen.language)
    shown = piles_in_words(sight) if screen.plain else table_lines(sight, LESSON_ROOM)
    screen.say("", *shown, lesson["words"])


def _next(following: FollowingStep, language: str) -> str:
    """What the player can play next, with the command that starts it."""
    words = following["words"]
    if following["step"] not in ("round", "daily"):
        return words
    contest, number = str(following["competition"]), str(following["round"])
    return Message("evendeal.next", words=words, contest=contest, round=number).words(language)
