"""Making something once, however often its form is sent: when a button is pressed twice, or an answer is
lost."""

from collections.abc import Callable
from datetime import datetime

from django.db import IntegrityError, transaction

from ..models import KeptAnswer, Player


def made_once(make: Callable[[], str], *, form: str, player: Player, key: str | None, now: datetime) -> str:
    """The id of what the player made with this `key` of a `form` before, or of what `make` makes, as always
    without a key.

    A key is kept for a day, like an answer of the API. Raises what `make` raises.
    """
    if key is None:
        return make()
    mine = {"caller": player, "path": form, "key": key}
    if kept := KeptAnswer.objects.filter(**mine).first():
        return kept.body
    try:
        with transaction.atomic():
            made = make()
            KeptAnswer.objects.create(**mine, status=201, body=made, reserved_at=now)
    except IntegrityError:  # the other press was first, by a moment
        return KeptAnswer.objects.get(**mine).body
    return made
