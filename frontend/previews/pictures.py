"""The content of each picture: only what any stranger with the link may know, and never a card."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.models import Competition, Log
from competitions.standings import standings
from games.game import Game

from ..scoreboard.columns import columns_of, in_column, with_unit, written_number
from ..wording.words import aim, lasts, options_in_words
from .link_facts import games_of, how, when

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The height that services with previews ask for."""

LEADERS: Final = 3
TABLE: Final = 10
"""Rows in the picture of the standings."""


@dataclass(frozen=True)
class PreviewPicture:
    """The texts of a picture. A player chose `name`; the rest are our words."""

    game: str
    """The game whose layout is drawn; empty for none."""
    above: str
    name: str
    otherwise: str
    """Replaces the name if the fonts lack its letters."""
    below: tuple[str, ...]
    figure: str = ""
    """The score; empty for a picture without one."""
    leaders: tuple[tuple[str, str], ...] = ()
    """The first names of the standings, with their scores."""


class TableRow(NamedTuple):
    rank: str
    name: str
    total: str


@dataclass(frozen=True)
class PreviewTable:
    """What is said in a table. Players chose the names; the rest are our words."""

    name: str
    otherwise: str
    """Stands for the name if there are no letters for it."""
    below: str
    head: str
    """The head of the column of totals."""
    rows: tuple[TableRow, ...]


OF_SITE: Final = PreviewPicture(
    game="",
    above="Patience, in company",
    name="The same deal for everyone.",
    otherwise="",
    below=("Play when it suits you, and see", "who made the most of the cards."),
)


def of_game(game: Game) -> PreviewPicture:
    return PreviewPicture(
        game=game.slug,
        above="A game of patience",
        name=game.name,
        otherwise="",
        below=(game.about.feel, lasts(game)),
    )


def of_deal(game: Game) -> PreviewPicture:
    """The picture of a game's deals, the same for all, because a link may name a deal without a contest."""
    return PreviewPicture(
        game=game.slug,
        above=game.name,
        name="Can you beat this?",
        otherwise="",
        below=("Everyone who opens this link", "gets the same cards."),
    )


def of_competition(competition: Competition, now: datetime) -> PreviewPicture:
    """The picture of a freshly read competition with its rounds."""
    stranger = viewpoint(competition, None, now)
    players = f"{competition.entrants} player{'' if competition.entrants == 1 else 's'}"
    return PreviewPicture(
        game=competition.rounds_in_order[0].deal.game_slug,
        above=when(competition, now),
        name=competition.name,
        otherwise="A contest",
        below=(f"{games_of(competition)} · {players}",),
        leaders=_leaders(stranger) if stranger.sees_standings else (),
    )


def _leaders(stranger: Viewpoint) -> tuple[tuple[str, str], ...]:
    sheet = standings.sheet(stranger, limit=LEADERS, cells=False)
    columns = columns_of(stranger.competition)
    return tuple(
        (row["player"]["name"], with_unit(row["total"], columns))
        for row in sheet.results
        if row["rank"] is not None
    )


def of_table(competition: Competition, now: datetime) -> PreviewTable:
    """The top of the standings of a freshly read competition with its rounds."""
    stranger, columns = viewpoint(competition, None, now), columns_of(competition)
    counts = stranger.sees_standings and competition.cancelled_at is None
    found = standings.sheet(stranger, limit=TABLE, cells=False).results if counts else ()
    players = f"{competition.entrants} player{'' if competition.entrants == 1 else 's'}"
    return PreviewTable(
        name=competition.name,
        otherwise="A contest",
        below=f"{games_of(competition)} · {players}",
        head=columns.total,
        rows=tuple(
            TableRow(
                f"{row['rank']}{'=' if row['tied'] else ''}",
                row["player"]["name"],
                in_column(row["total"], columns),
            )
            for row in found
            if row["rank"] is not None
        ),
    )


def of_result(log: Log) -> PreviewPicture:
    """The picture of a result that strangers may see."""
    deal, played = log.round.deal, log.attempt
    assert played is not None
    assert played.score is not None
    return PreviewPicture(
        game=deal.game_slug,
        above=f"{deal.game.name}, {options_in_words(deal.rules)}" if deal.rules else deal.game.name,
        name=log.entry.name,
        otherwise="A player",
        below=(how(log), f"{aim(deal.game).capitalize()}. Can you beat it?"),
        figure=f"scored {written_number(played.score)}",
    )
