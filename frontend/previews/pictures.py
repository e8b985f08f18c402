"""What is in each picture: what a stranger with the link may know, and never a card."""

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
"""What the services that show previews ask for."""

LEADERS: Final = 3
TABLE: Final = 10
"""Rows in the picture of the standings."""


@dataclass(frozen=True)
class PreviewPicture:
    """What is said in a picture. `name` was chosen by a player; the rest are our words."""

    game: str
    """Whose layout is shown; empty for none in particular."""
    above: str
    name: str
    otherwise: str
    """Stands for the name if there are no letters for it."""
    below: tuple[str, ...]
    figure: str = ""
    """The score, if the picture shows one."""
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
    """What stands over the totals."""
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
    """The same for all deals of a game: a link can be drawn before its deal has a contest."""
    return PreviewPicture(
        game=game.slug,
        above=game.name,
        name="Can you beat this?",
        otherwise="",
        below=("Everyone who opens this link", "gets the same cards."),
    )


def of_competition(competition: Competition, now: datetime) -> PreviewPicture:
    """`competition` is freshly read, with its rounds."""
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
    """The first of the standings. `competition` is freshly read, with its rounds."""
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
    """`log` is one that a stranger may know of."""
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
