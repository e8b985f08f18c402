"""Making a competition once, however often its form is sent: when a button is pressed twice, or an answer is
lost."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from ..models import Competition, KeptAnswer, Player
from .creating import create_competition
from .plans import Plan

FORM: Final = "form of a competition"
"""What a key belongs to, beside its player."""


def create_once(*, organiser: Player, plan: Plan, key: str | None, now: datetime) -> Competition:
    """The competition that the organiser made with this `key` before, or a new one. Raises what
    `create_competition` raises."""
    return made_once(
        lambda: create_competition(organiser=organiser, plan=plan, now=now),
        player=organiser,
        key=key,
        now=now,
    )


def made_once(
    make: Callable[[], Competition], *, player: Player, key: str | None, now: datetime
) -> Competition:
    """What the player made with this `key` before, or what `make` makes, as always without a key.

    A key is kept for a day, like an answer of the API. Raises what `make` raises.
    """
    if key is None:
        return make()
    mine = {"caller": player, "path": FORM, "key": key}
    if kept := KeptAnswer.objects.filter(**mine).first():
        return Competition.objects.get(pk=kept.body)
    try:
        with transaction.atomic():
            made = make()
            KeptAnswer.objects.create(**mine, status=201, body=made.pk, reserved_at=now)
    except IntegrityError:  # the other press was first, by a moment
        return Competition.objects.get(pk=KeptAnswer.objects.get(**mine).body)
    return made
