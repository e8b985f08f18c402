"""Shutting out: what a player has opened is closed within a second, wherever it is.

Whoever is to be nobody from now on is shut out by `shut_out`; it is made of `end_sessions` and `end_tokens`.
"""

import secrets
from datetime import datetime

from django.db import transaction

from ..models import KnownBrowser, Player, Ticket, Token
from .locks import lock_player
from .passes import forget_forms


def shut_out(*, player: Player, now: datetime) -> None:
    """End the player's sessions and tokens, also those that a ban has ended: nothing makes them good again.
    Must be called with their row locked.

    From the commit on none of them opens or writes anything; the sockets and streams that they have opened
    are closed within a second, in every process. Whether they may sign in again is another's to say.
    """
    end_sessions(player=player)
    end_tokens(player=player, now=now)
    Token.objects.filter(player=player).update(revoked_at=now)


def end_all_tokens(*, player: Player, now: datetime) -> None:
    """Revoke all tokens of the player; their sessions go on. Raises what `lock_player` raises."""
    with transaction.atomic():
        lock_player(player)
        end_tokens(player=player, now=now)


def end_tokens(*, player: Player, now: datetime) -> None:
    """Revoke all tokens of the player, and void every ticket. Must be called with their row locked."""
    Ticket.objects.filter(player=player).delete()
    Token.objects.filter(player=player, revoked_at=None).update(revoked_at=now)
    transaction.on_commit(Token.forget_remembered)


def end_sessions(*, player: Player) -> None:
    """End all sessions of the player, but for that of a request that goes on to renew its own.

    Must be called with the player's row locked; this writes it.
    """
    player.sessions_end = secrets.token_hex(32)
    player.save(update_fields=["sessions_end"])
    Ticket.objects.filter(player=player).exclude(session=None).delete()
    forget_forms(player=player)
    KnownBrowser.objects.filter(player=player).delete()
