"""The guides for authors of clients, bots and sites, and for operators: titles, and the code that they show.

The code lies in files of its own, so that tests run what people copy.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "examples"

SITE: Final = "https://evendeal.example"
"""Placeholder in the code for the address of this site."""


@dataclass(frozen=True)
class GuidePage:
    slug: str
    title: str
    about: str


GUIDES: Final = {
    guide.slug: guide
    for guide in (
        GuidePage(
            "first-bot",
            "Your first bot",
            "A bot of a few lines, in Python, or in JavaScript in a page.",
        ),
        GuidePage("first-log", "Your first log", "A game sent by hand, with curl and nothing else."),
        GuidePage(
            "sealed-play",
            "A client for sealed play",
            "Resume a game, repeat a move, and lose nothing.",
        ),
        GuidePage("python", "Python", "A library for programs, a command for the terminal, and the rules."),
        GuidePage(
            "generated", "A generated client", "In your language, out of the schema: two that were tried."
        ),
        GuidePage(
            "scoreboard", "The scoreboard in your site", "A live scoreboard in a frame, light or dark."
        ),
        GuidePage("streams", "Follow a contest", "Its standings as they change, over one request."),
        GuidePage("sockets", "Sockets", "Watch a contest, or play an attempt, over a WebSocket."),
        GuidePage("webhooks", "Webhooks", "What your receiver gets, and what it may rely on."),
        GuidePage("chat", "A contest in your chat", "A program that hears of every event, and tells a chat."),
        GuidePage("own-engine", "An engine of your own", "Prove in any language that it plays by our rules."),
        GuidePage(
            "check-a-deal",
            "Check a deal",
            "Its cards and its commitment from its seed, with a program of yours.",
        ),
        GuidePage(
            "contract", "What you may rely on", "Words, play, settings, ranking, REST, live, codes: exactly."
        ),
        GuidePage(
            "promises", "What stays, and for how long", "Versions, what may come, and how something goes."
        ),
        GuidePage(
            "research", "Data for researchers", "Months of public contests as files, and what is in them."
        ),
        GuidePage(
            "running", "Running it for others", "Variables, processes, secrets: for whoever keeps a site."
        ),
    )
}


def code(name: str, site: str) -> str:
    """A file of code with this site's address; raises KeyError for an unknown name."""
    return _files()[name].replace(SITE, site)


@cache
def _files() -> dict[str, str]:
    return {file.name: file.read_text().rstrip() for file in FOLDER.iterdir()}
