"""How a browser comes to be a player: by a name, by a badge, or by a code that the player's other browser
shows.

The answer to such a request carries the session, and may be lost on its way: a button is pressed twice, a
train goes into a tunnel. So what a form has made of its browser is kept for a while, under the number of that
form and what was written in it: the same form, sent again, makes the browser the same player again. Another
form has another number, so nobody else becomes that player.
"""

import hashlib
import re
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from ..models import Pass, Player
from ..models.ids import ALPHABET
from .locks import lock_player
from .register import register_guest

GOOD_FOR: Final = timedelta(minutes=1)
"""How long a code may be used."""

REPEATED_WITHIN: Final = timedelta(minutes=10)
"""How long a form may be sent again that made its browser a player."""

CODE_LENGTH: Final = 12
"""59 random bits: enough for a minute in which guesses are counted."""

BY_NAME: Final = "name"
BY_CODE: Final = "code"
BY_BADGE: Final = "badge"


def arrive(*, name: str, form: str | None, now: datetime) -> Player:
    """A new player of this name, or whom the same `form` (its number) made with this name a moment ago.

    A form without a number makes a new player each time. Raises what `register_guest` raises.
    """
    if before := made_before(form, BY_NAME, name, now):
        return before
    try:
        with transaction.atomic():
            player = register_guest(name=name, bot=False, now=now)
            keep_pass(player, form, BY_NAME, name, now)
    except IntegrityError:  # the same form was sent twice, and the other one was first
        if before := made_before(form, BY_NAME, name, now):
            return before
        raise
    return player


def issue_code(*, player: Player, now: datetime) -> tuple[str, datetime]:
    """A code with which one other browser goes on as `player`, and when it expires. Earlier ones are void.
    Raises what `lock_player` raises."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    expires_at = now + GOOD_FOR
    with transaction.atomic():
        lock_player(player)  # of two presses at once, one comes first
        Pass.objects.filter(player=player).delete()
        Pass.objects.create(player=player, digest=_digest(code), expires_at=expires_at)
    return code, expires_at


def use_code(*, code: str, form: str | None, now: datetime) -> Player | None:
    """The player whose code this is, now used up by this `form` (its number); None if it is unknown, used by
    another form, or expired."""
    code = re.sub(r"[^0-9a-z]", "", code.lower())
    with transaction.atomic():
        found = _live(_digest(code), now, GOOD_FOR).first()
        if found is not None and Pass.objects.filter(pk=found.pk).delete()[0]:
            keep_pass(found.player, form, BY_CODE, code, now)
            return found.player
    return made_before(form, BY_CODE, code, now)


def forget_forms(*, player: Player) -> None:
    """Let no form, sent again, make a browser this player, and void their code."""
    Pass.objects.filter(player=player).delete()


def keep_pass(player: Player, form: str | None, by: str, written: str, now: datetime) -> None:
    """Keep that the form with this number, and with what was `written` in it, has made its browser the
    player."""
    if form is not None:
        digest = _digest(by, form, written)
        live = _live(digest, now, REPEATED_WITHIN)
        # One that has expired may not be swept out yet; one that is live is in the way.
        Pass.objects.filter(digest=digest).exclude(pk__in=live).delete()
        Pass.objects.create(player=player, digest=digest, expires_at=now + REPEATED_WITHIN)


def made_before(form: str | None, by: str, written: str, now: datetime) -> Player | None:
    """The player that the same form has made a moment ago; None if it has made none."""
    found = None if form is None else _live(_digest(by, form, written), now, REPEATED_WITHIN).first()
    return None if found is None else found.player


def _live(digest: str, now: datetime, good_for: timedelta) -> QuerySet[Pass]:
    # Not one that expires much later than it should: the clock was set back since it was made.
    good = Pass.objects.filter(digest=digest, expires_at__gt=now, expires_at__lte=now + 2 * good_for)
    return good.select_related("player")


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode(errors="replace")).hexdigest()
