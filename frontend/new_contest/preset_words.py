"""The names of presets, and the sentences that describe their contests."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.contests.presets import Preset
from competitions.translatable import of_game
from games.game import Game

TITLES: Final[Mapping[str, str | Promise]] = {
    "friends": _("Friends, one deal"),
    "club": _("Club night"),
    "three": _("Three deals, one total"),
    "week": _("A deal a day for a week"),
    "season": _("Season"),
}

SENTENCES: Final[Mapping[str, str | Promise]] = {
    "friends": _(
        "One deal of {game} for whoever has your link. Each plays it once, and may watch the others' games "
        "after that."
    ),
    "club": _(
        "Six deals of {game} in one evening, for whoever has your link: open now, closed in four hours. "
        "Matchpoints; ties go to fewer moves."
    ),
    "three": _("Three deals of {game}: the lowest total wins. Anyone may join, for a week."),
    "three-highest": _("Three deals of {game}: the highest total wins. Anyone may join, for a week."),
    "week": _(
        "A new deal of {game} every 24 hours, seven in all, for whoever has your link; the total counts. "
        "Scores appear when you have played."
    ),
    "season": _(
        "A deal a week for ten weeks, for whoever has your link: {game}. The first of a week gets 25 points, "
        "the tenth 1."
    ),
    "season-in-turn": _(
        "A deal a week for ten weeks, for whoever has your link: all games in turn. The first of a week gets "
        "25 points, the tenth 1."
    ),
}
"""The sentences of presets, by name. `three-highest` and `season-in-turn` are other forms of the sentences of
`three` and `season`.
"""


def preset_sentence(preset: Preset, game: Game | None = None) -> str:
    """A sentence that describes the contest of a preset. With `game`, the contest has only that game."""
    games = preset.games_with(game)
    name = preset.name
    if name == "three" and not games[0].lowest_wins:
        name = "three-highest"
    elif name == "season" and len(games) > 1:
        name = "season-in-turn"
    return str(SENTENCES[name]).format(game=of_game(games[0].title))
