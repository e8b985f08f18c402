"""The words and the picture that go with a shared link.

There is one picture for each game and one for the site; `tests/frontend/browser/draw_previews` draws them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from competitions.models import Access, Competition, Kind, Log
from games.game import Game

from ..challenges.deal_links import LinkedDeal
from .sentences import in_short
from .words import how_it_ended, options_in_words, took

PICTURES: Final = Path(__file__).parents[1] / "root" / "previews"
WIDTH: Final = 1200
HEIGHT: Final = 630
"""The height of a picture in pixels, as sites that show link previews recommend it."""


@dataclass(frozen=True)
class SharedLink:
    """The preview that other sites show for the link of a page."""

    title: str
    words: str
    game: str = ""
    """The slug of the game in the picture; empty for the picture of the site."""
    listed: bool = True
    """Whether search engines may list the page. They may not if the page is only for people who have its
    link."""

    @property
    def picture(self) -> str:
        """The address of the picture; the site's picture if the game has none."""
        has_one = self.game and (PICTURES / f"{self.game}.png").exists()
        return f"/previews/{self.game if has_one else 'site'}.png"


def to_site() -> SharedLink:
    return SharedLink(
        "Evendeal: the same deal for everyone",
        "Everyone plays the same shuffle of patience at any time. Who makes the most of it?",
    )


def to_game(game: Game) -> SharedLink:
    return SharedLink(
        f"{game.name}: a game of patience",
        f"The rules of {game.name}, and a deal to play at once, without an account.",
        game.slug,
    )


def to_deal(deal: LinkedDeal) -> SharedLink:
    return SharedLink(
        f"Can you beat this deal of {_played(deal.game, deal.rules)}?",
        "Everyone who opens this link gets the same cards. No account is needed.",
        deal.game.slug,
        listed=False,
    )


def to_competition(competition: Competition, now: datetime) -> SharedLink:
    """The preview of a competition, whose rounds are loaded. A duel takes one query."""
    again = " Try as often as you like: your best game counts." if competition.kind == Kind.CHALLENGE else ""
    return SharedLink(
        _who_challenges(competition) or competition.name,
        f"{in_short(competition)}. Everyone gets the same cards. {when(competition, now)}.{again}",
        competition.rounds_in_order[0].deal.game_slug,
        listed=competition.access == Access.PUBLIC,
    )


def _who_challenges(competition: Competition) -> str:
    """Who challenges whom at what. Empty for other competitions, and for a duel against one player, whose
    players nobody else may know."""
    game = competition.rounds_in_order[0].deal.game.name
    if competition.kind == Kind.CHALLENGE and competition.organiser is not None:
        return f"{competition.organiser.name} challenges you at {game}"
    if competition.kind != Kind.DUEL or competition.against_id is not None:
        return ""
    names = [entry.name for entry in competition.entries.select_related("player").order_by("event")]
    if len(names) > 1:
        return f"{names[0]} plays {names[1]} at {game}"
    return f"{names[0]} challenges you at {game}" if names else ""


def to_result(log: Log) -> SharedLink:
    """The preview of an ended attempt's log, whose deal is loaded."""
    game, played = log.round.deal.game, log.attempt
    assert played is not None
    score = str(played.score).replace("-", "\N{MINUS SIGN}")
    return SharedLink(
        f"{log.entry.name} scored {score} in {game.name}",
        f"{how(log)}. {log.round.competition.name}: everyone gets the same cards.",
        game.slug,
        listed=log.round.competition.access == Access.PUBLIC,
    )


def how(log: Log) -> str:
    """How a game went, in a few words."""
    played = log.attempt
    assert played is not None
    moves = f"{played.moves_made} move{'' if played.moves_made == 1 else 's'}"
    time = f" in {time}" if (time := took(played)) else ""
    return f"{how_it_ended(played)}: {moves}{time}"


def when(competition: Competition, now: datetime) -> str:
    """Whether the competition is open, and until when."""
    state = competition.state(now)
    if state == "draft":
        return "Not open yet"
    if state == "cancelled":
        return "Cancelled"
    if state == "scheduled":
        return f"Opens {_day(competition.opening)}"
    if state == "running":
        return f"Open until {_day(competition.closes_at)}" if competition.closes_at else "Open now"
    return "Over: see who won"


def _day(moment: datetime) -> str:
    utc = moment.astimezone(UTC)
    return f"{utc.day} {utc:%B, %H:%M} UTC"


def _played(game: Game, rules: Mapping[str, str]) -> str:
    other = {option: value for option, value in rules.items() if value != game.options[option][0]}
    return f"{game.name}, {options_in_words(other)}" if other else game.name
