"""Forms that arrive twice, because of a double click or a lost answer. Such a form takes effect only once."""

from collections.abc import Callable
from datetime import datetime

from django.db import IntegrityError, transaction

from ..models import KeptAnswer, Player


def made_once(make: Callable[[], str], *, form: str, player: Player, key: str | None, now: datetime) -> str:
    """Call `make` once for this player, `form` and `key`, and return the id that `make` returns. A later call
    with that player, form and key returns that id without calling `make`.

    Without a key, each call calls `make`. A key is kept for a day, like an `Idempotency-Key` of the API.
    Raises what `make` raises.
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
    except IntegrityError:  # The same form arrived twice at once, and the other request was first.
        return KeptAnswer.objects.get(**mine).body
    return made
