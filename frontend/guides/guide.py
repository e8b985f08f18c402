"""The guides for people who play, and for people who write programs: their titles, and their code examples.

The code is in files of its own, so that tests can run what readers copy.
`tests/frontend/browser/draw_guides` draws the pictures.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..wording.pictures import ROOT

FOLDER: Final = Path(__file__).parent / "examples"

PICTURES: Final = ROOT / "guides"

SITE: Final = "https://evendeal.example"
"""The address in the code examples that is replaced by the address of this site."""


@dataclass(frozen=True)
class GuidePage:
    slug: str
    title: str | Promise
    about: str | Promise


FOR_PEOPLE: Final = (
    GuidePage(
        "first-evening",
        _("Your first evening as a host"),
        _("What you do before, during and after an evening at cards, step by step."),
    ),
    GuidePage(
        "family",
        _("Play with the family"),
        _("One deal for the family chat, or a small contest that goes on every day."),
    ),
    GuidePage(
        "class",
        _("Play with a class"),
        _("Names on badges, no e-mail addresses, and much to talk about afterwards."),
    ),
    GuidePage(
        "scoring", _("How we score"), _("What a game is worth, and how several deals make one result.")
    ),
    GuidePage(
        "luck-and-skill",
        _("Luck and skill in two minutes"),
        _("Everybody has the same cards. Why there is luck all the same, and how we tell it from skill."),
    ),
    GuidePage(
        "what-is-checked",
        _("What is checked, and how"),
        _("Why you can trust a result here, and what nobody can check."),
    ),
)

FOR_PROGRAMS: Final = (
    GuidePage(
        "first-bot",
        "Your first bot",
        "A bot of a few lines, in Python, or in JavaScript in a page.",
    ),
    GuidePage("first-log", "Your first log", "Send a game by hand, with curl and nothing else."),
    GuidePage(
        "sealed-play",
        "A client for sealed play",
        "Resume a game, repeat a move, and lose nothing.",
    ),
    GuidePage("python", "Python", "A library for programs, a command for the terminal, and the rules."),
    GuidePage(
        "generated",
        "A generated client",
        "Generate a client in your language from the schema: two tested examples.",
    ),
    GuidePage("scoreboard", "The scoreboard in your site", "A live scoreboard in a frame, light or dark."),
    GuidePage("streams", "Follow a contest", "The standings as they change, over one request."),
    GuidePage("sockets", "Sockets", "Watch a contest, or play an attempt, over a WebSocket."),
    GuidePage("webhooks", "Webhooks", "What your receiver gets and can rely on."),
    GuidePage("chat", "A contest in your chat", "A program that posts every event to a chat."),
    GuidePage("own-engine", "An engine of your own", "Prove that your own engine plays by our rules."),
    GuidePage(
        "check-a-deal",
        "Check a deal",
        "Compute the cards and the commitment from the seed, with your own program.",
    ),
    GuidePage(
        "contract",
        "What you may rely on",
        "The exact contract: words, play, settings, ranking, REST, live feeds, codes.",
    ),
    GuidePage(
        "promises", "What stays, and for how long", "Versions, additions, and how we announce removals."
    ),
    GuidePage("research", "Data for researchers", "Months of public contests as files, and what is in them."),
    GuidePage(
        "running", "Running it for others", "Variables, processes and secrets, for people who run a site."
    ),
    GuidePage(
        "growing",
        "From one machine to many",
        "What a machine of two cores carries, what to add first, and where the next limits are.",
    ),
    GuidePage(
        "translating",
        "Another language",
        "Which files to translate, which words to settle first, and how a translation is checked.",
    ),
)

GUIDES: Final = {guide.slug: guide for guide in (*FOR_PEOPLE, *FOR_PROGRAMS)}


def code(name: str, site: str) -> str:
    """A code example with this site's address; raises KeyError for an unknown name."""
    return _files()[name].replace(SITE, site)


@cache
def _files() -> dict[str, str]:
    return {file.name: file.read_text().rstrip() for file in FOLDER.iterdir()}
