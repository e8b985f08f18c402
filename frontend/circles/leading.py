"""A sentence about who leads a circle's week, or won it."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext, npgettext

from competitions.translatable import about_game
from games.game import Game

from ..templatetags.evendeal import counted, points
from .week_page import ShownRow, names_in_a_sentence


def leading_in_words(leaders: Sequence[ShownRow], *, now: bool, game: Game | None = None) -> SafeString:
    """A sentence that says who leads the week `now`, or who won it, and with how many points. With `game`, it
    also names the game. Empty without leaders."""
    if not leaders:
        return SafeString()
    worth = leaders[0].row.points
    sentence = _sentence(counted(worth), now=now, alone=len(leaders) == 1, in_game=game is not None)
    return format_html(
        sentence,
        names=names_in_a_sentence(leaders),
        points=points(worth),
        game=about_game(game).name if game else "",
    )


def _sentence(number: int, *, now: bool, alone: bool, in_game: bool) -> str:
    """The sentence for one leader (`alone`) or several, in the plural form for `number` points."""
    match now, alone, in_game:
        case True, True, True:
            return ngettext(
                "{names} leads with {points} point in {game}.",
                "{names} leads with {points} points in {game}.",
                number,
            )
        case True, True, False:
            return ngettext(
                "{names} leads with {points} point.", "{names} leads with {points} points.", number
            )
        case True, False, True:
            return ngettext(
                "{names} lead with {points} point in {game}.",
                "{names} lead with {points} points in {game}.",
                number,
            )
        case True, False, False:
            return ngettext("{names} lead with {points} point.", "{names} lead with {points} points.", number)
        case False, True, True:
            return ngettext(
                "{names} won with {points} point in {game}.",
                "{names} won with {points} points in {game}.",
                number,
            )
        case False, True, False:
            return ngettext("{names} won with {points} point.", "{names} won with {points} points.", number)
        case False, False, True:
            return npgettext(
                "several names",
                "{names} won with {points} point in {game}.",
                "{names} won with {points} points in {game}.",
                number,
            )
    return npgettext(
        "several names",
        "{names} won with {points} point.",
        "{names} won with {points} points.",
        number,
    )
