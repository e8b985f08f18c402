"""The words and the picture that go with a shared link.

There is one picture for each game and one for the site, in each language.
`tests/frontend/browser/draw_previews` draws them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import gettext, ngettext

from competitions.dates import written_date
from competitions.models import Access, Competition, Kind, Log
from competitions.people.given_names import shown_name
from competitions.translatable import about_game
from games.game import Game

from ..challenges.deal_links import LinkedDeal
from .pictures import ROOT, picture_address
from .sentences import in_short
from .words import how_it_ended, listed, options_in_words, took

PICTURES: Final = ROOT / "previews"
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
        """The address of the game's picture, or of the site's picture if `game` is empty or has none. The
        picture is in the reader's language if one was drawn in it, else in English."""
        names = [self.game, "site"] if self.game else ["site"]
        return picture_address("previews", *(f"{name}.png" for name in names))


def to_site() -> SharedLink:
    return SharedLink(
        gettext("Evendeal: the same deal for everyone"),
        gettext("Everyone plays the same shuffle of patience at any time. Who makes the most of it?"),
    )


def to_game(game: Game) -> SharedLink:
    return SharedLink(
        gettext("%(game)s: a game of patience") % {"game": about_game(game).name},
        gettext("The rules of %(game)s, and a deal to play at once, without an account.")
        % {"game": about_game(game).name},
        game.slug,
    )


def to_deal(deal: LinkedDeal) -> SharedLink:
    return SharedLink(
        gettext("Can you beat this deal of %(game)s?") % {"game": _played(deal.game, deal.rules)},
        gettext("Everyone who opens this link gets the same cards. No account is needed."),
        deal.game.slug,
        listed=False,
    )


def to_competition(competition: Competition, now: datetime) -> SharedLink:
    """The preview of a competition, whose rounds are loaded. For a duel, one query."""
    facts = {"contest": in_short(competition), "when": when(competition, now)}
    if competition.kind == Kind.CHALLENGE:
        said = gettext(
            "%(contest)s. Everyone gets the same cards. %(when)s. "
            "Try as often as you like: your best game counts."
        )
    else:
        said = gettext("%(contest)s. Everyone gets the same cards. %(when)s.")
    return SharedLink(
        _who_challenges(competition) or str(competition.title),
        said % facts,
        competition.rounds_in_order[0].deal.game_slug,
        listed=competition.access == Access.PUBLIC,
    )


def _who_challenges(competition: Competition) -> str:
    """Who challenges whom at which game. Empty if the competition is neither a challenge nor a duel, or is a
    duel against a chosen player, because nobody else may know the two players."""
    game = about_game(competition.rounds_in_order[0].deal.game).name
    if competition.kind == Kind.CHALLENGE and competition.organiser is not None:
        return _challenges_you(competition.organiser.name, game)
    if competition.kind != Kind.DUEL or competition.against_id is not None:
        return ""
    names = [entry.name for entry in competition.entries.select_related("player").order_by("event")]
    if len(names) > 1:
        facts = {"first": shown_name(names[0]), "second": shown_name(names[1]), "game": game}
        return gettext("%(first)s plays %(second)s at %(game)s") % facts
    return _challenges_you(names[0], game) if names else ""


def _challenges_you(name: str, game: str) -> str:
    return gettext("%(name)s challenges you at %(game)s") % {"name": shown_name(name), "game": game}


def to_result(log: Log) -> SharedLink:
    """The preview of an ended attempt's log, whose deal is loaded."""
    game, played = log.round.deal.game, log.attempt
    assert played is not None
    score = str(played.score).replace("-", "\N{MINUS SIGN}")
    facts = {"name": shown_name(log.entry.name), "score": score, "game": about_game(game).name}
    return SharedLink(
        gettext("%(name)s scored %(score)s in %(game)s") % facts,
        gettext("%(how)s. %(contest)s: everyone gets the same cards.")
        % {"how": how(log), "contest": log.round.competition.title},
        game.slug,
        listed=log.round.competition.access == Access.PUBLIC,
    )


def how(log: Log) -> str:
    """How a game went, in a few words."""
    played = log.attempt
    assert played is not None
    facts = {"end": how_it_ended(played), "moves": played.moves_made, "time": took(played)}
    if facts["time"]:
        words = ngettext(
            "%(end)s: %(moves)s move in %(time)s", "%(end)s: %(moves)s moves in %(time)s", played.moves_made
        )
    else:
        words = ngettext("%(end)s: %(moves)s move", "%(end)s: %(moves)s moves", played.moves_made)
    return words % facts


def when(competition: Competition, now: datetime) -> str:
    """Whether the competition is open, and until when."""
    state = competition.state(now)
    if state == "draft":
        return gettext("Not open yet")
    if state == "cancelled":
        return gettext("Cancelled")
    if state == "scheduled":
        return gettext("Opens %(when)s") % {"when": _day(competition.opening)}
    if state == "running" and competition.closes_at:
        return gettext("Open until %(when)s") % {"when": _day(competition.closes_at)}
    return gettext("Open now") if state == "running" else gettext("Over: see who won")


def _day(moment: datetime) -> str:
    return f"{written_date(moment.astimezone(UTC), 'day_time')} UTC"


def _played(game: Game, rules: Mapping[str, str]) -> str:
    other = {option: value for option, value in rules.items() if value != game.options[option][0]}
    name = about_game(game).name
    return listed((name, options_in_words(other))) if other else name
