"""Signing a browser in as a player: by a new name, by a badge, or by a code from another browser of the
player.

The answer that signs a browser in as a player may get lost, for example in a tunnel. So a pass, the right to
sign in as that player, is kept for some minutes under a hash of the form's number and content. If the form is
sent again, the pass signs the browser in. Every form has its own random number, so nobody else can use the
pass.
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
"""How long a code can be used."""

REPEATED_WITHIN: Final = timedelta(minutes=10)
"""How long the pass of a form is valid, so that the form may be sent again."""

CODE_LENGTH: Final = 12
"""The number of characters of a code. Its 59 random bits are enough, since a code is valid for one minute and
the number of guesses is limited."""

BY_NAME: Final = "name"
BY_CODE: Final = "code"
BY_BADGE: Final = "badge"


def arrive(*, name: str | None, form: str | None, now: datetime) -> Player:
    """Return a new player with this `name`, which is None if the player has not chosen one yet. If the same
    `form` made a player with this name within the last minutes, return that player.

    `form` is the number of the form; without one, each call makes a new player. Raises what `register_guest`
    raises.
    """
    written = name or ""
    if before := made_before(form, BY_NAME, written, now):
        return before
    try:
        with transaction.atomic():
            player = register_guest(name=name, bot=False, now=now)
            keep_pass(player, form, BY_NAME, written, now)
    except IntegrityError:  # The same form arrived twice at once, and the other request was first.
        if before := made_before(form, BY_NAME, written, now):
            return before
        raise
    return player


def issue_code(*, player: Player, now: datetime) -> tuple[str, datetime]:
    """Return a code that signs one other browser in as `player`, and the time when the code expires. Earlier
    codes of the player become void. Raises what `lock_player` raises."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    expires_at = now + GOOD_FOR
    with transaction.atomic():
        lock_player(player)  # Simultaneous requests take turns, so that only the last code stays.
        Pass.objects.filter(player=player).delete()
        Pass.objects.create(player=player, digest=_digest(code), expires_at=expires_at)
    return code, expires_at


def use_code(*, code: str, form: str | None, now: datetime) -> Player | None:
    """Use up the code, and return its player. `form` is the number of the form that contained the code.

    Return None if the code is unknown or expired, or was used by another form.
    """
    code = re.sub(r"[^0-9a-z]", "", code.lower())
    with transaction.atomic():
        found = _live(_digest(code), now, GOOD_FOR).first()
        if found is not None and Pass.objects.filter(pk=found.pk).delete()[0]:
            keep_pass(found.player, form, BY_CODE, code, now)
            return found.player
    return made_before(form, BY_CODE, code, now)


def forget_forms(*, player: Player) -> None:
    """Delete all passes of the player. Then the player's code for another browser is void, and no form that
    the player sent signs a browser in again."""
    Pass.objects.filter(player=player).delete()


def keep_pass(player: Player, form: str | None, by: str, written: str, now: datetime) -> None:
    """Store a pass for the form with this number and content, so that the form can be sent again."""
    if form is not None:
        digest = _digest(by, form, written)
        live = _live(digest, now, REPEATED_WITHIN)
        # An expired pass that is not deleted yet is replaced. A live pass makes `create` fail.
        Pass.objects.filter(digest=digest).exclude(pk__in=live).delete()
        Pass.objects.create(player=player, digest=digest, expires_at=now + REPEATED_WITHIN)


def made_before(form: str | None, by: str, written: str, now: datetime) -> Player | None:
    """Return the player of the live pass for the form with this number and content; None if there is no such
    pass."""
    found = None if form is None else _live(_digest(by, form, written), now, REPEATED_WITHIN).first()
    return None if found is None else found.player


def _live(digest: str, now: datetime, good_for: timedelta) -> QuerySet[Pass]:
    # A new pass expires `good_for` from now, or somewhat later if the clock of the process that made the pass
    # is ahead. A pass that expires more than twice `good_for` from now was made before the clock was set
    # back, and is not valid.
    good = Pass.objects.filter(digest=digest, expires_at__gt=now, expires_at__lte=now + 2 * good_for)
    return good.select_related("player")


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode(errors="replace")).hexdigest()
