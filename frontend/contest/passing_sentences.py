"""Sentences that tell the viewer whom they passed in a contest, or who passed them, by which result."""

from collections.abc import Mapping
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from competitions.standings.overtakes import Passing, Why
from competitions.translatable import Translatable

from ..scoreboard.columns import written_number
from ..wording.lists import name_apart

UP: Final[Mapping[Why, Translatable]] = {
    Why.SCORES: _("You passed {name}: your {own} in round {round} beats {theirs}."),
    Why.EQUAL: _("You passed {name}: both scored {own} in round {round}, and the tie-breaks decide."),
    Why.ONE_PLAYED: _("You passed {name}: your {score} in round {round}, which they did not play."),
    Why.TIE_BREAKS: _("You passed {name} by the tie-breaks after round {round}."),
}
DOWN: Final[Mapping[Why, Translatable]] = {
    Why.SCORES: _("{name} passed you: {theirs} in round {round} beats your {own}."),
    Why.EQUAL: _("{name} passed you: both scored {own} in round {round}, and the tie-breaks decide."),
    Why.ONE_PLAYED: _("{name} passed you: {score} in round {round}, which you did not play."),
    Why.TIE_BREAKS: _("{name} passed you by the tie-breaks after round {round}."),
}


def passing_in_words(passing: Passing) -> SafeString:
    scores = (passing.own, passing.theirs)
    own, theirs = ("" if score is None else written_number(score) for score in scores)
    name = name_apart(passing.player["name"])
    sentence = str((UP if passing.up else DOWN)[passing.why])
    return format_html(sentence, name=name, round=passing.round, own=own, theirs=theirs, score=own or theirs)
