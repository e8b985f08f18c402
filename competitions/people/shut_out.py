"""Shutting a player out: ending the player's sessions and tokens, and closing the sockets and streams that
they have opened."""

import secrets
from datetime import datetime

from django.db import transaction

from ..models import KnownBrowser, Player, RemindedBrowser, Ticket, Token
from .locks import lock_player
from .passes import forget_forms


def shut_out(*, player: Player, now: datetime) -> None:
    """End all sessions and tokens of the player for good. Tokens that a ban revoked earlier stay revoked,
    even if the ban is lifted.

    After the commit, no request with an ended session or token changes anything or opens a socket or
    stream. Sockets and streams that are open are closed within a second, in every process. The player may
    still be able to sign in again. Must be called with the player's row locked.
    """
    end_sessions(player=player)
    end_tokens(player=player, now=now)
    Token.objects.filter(player=player).update(revoked_at=now)


def end_all_tokens(*, player: Player, now: datetime) -> None:
    """Revoke all tokens of the player. Sessions stay. Raises what `lock_player` raises."""
    with transaction.atomic():
        lock_player(player)
        end_tokens(player=player, now=now)


def end_tokens(*, player: Player, now: datetime) -> None:
    """Revoke all tokens of the player, and void the player's tickets. The player's row must be locked."""
    Ticket.objects.filter(player=player).delete()
    Token.objects.filter(player=player, revoked_at=None).update(revoked_at=now)
    transaction.on_commit(Token.forget_remembered)


def end_sessions(*, player: Player) -> None:
    """End all sessions of the player, and stop pushing reminders to the player's browsers. The caller may
    renew the session of its own request afterwards.

    Must be called with the player's row locked. This function saves the player.
    """
    player.sessions_end = secrets.token_hex(32)
    player.save(update_fields=["sessions_end"])
    Ticket.objects.filter(player=player).exclude(session=None).delete()
    forget_forms(player=player)
    KnownBrowser.objects.filter(player=player).delete()
    RemindedBrowser.objects.filter(player=player).delete()
