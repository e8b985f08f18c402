"""The form that makes a challenge: a name for new visitors, and the moves made so far."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.logs import LogError, read_json

from ..forms.fields import Hidden, Then
from ..join.forms import VisitorForm


class Moves(Hidden):
    """A JSON list of moves, filled in by a script; empty if JavaScript is off."""

    def clean(self, value: Any) -> list[str]:
        text = super().clean(value)
        try:
            moves = read_json(text.encode()) if text else []
        except LogError:
            moves = None
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise forms.ValidationError(_("We cannot read the moves."))
        return moves


class ChallengeForm(VisitorForm):
    moves = Moves()
    then = Then()
