"""Tokens for the API: listing, making and revoking them."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ..models import SCOPES, Player, Ticket, Token
from ..models.stretches import stretches
from ..refusals import Refusal, invalid
from ..translatable import with_facts
from .clean_text import clean
from .locks import lock_player

LONGEST_NAME: Final = 80
MOST_LIVE: Final = 50
"""How many live tokens a player may have, which is enough for all devices and bots of one person."""

BAD_HEADER: Final = _("Send the token as: Authorization: Bearer TOKEN.")

BAD_TOKEN: Final = _("This token is not known, or was revoked.")


TOO_MANY: Final = ngettext_lazy(
    "A player has at most %(most)d token: revoke it if it is not in use.",
    "A player has at most %(most)d tokens: revoke one that is not in use.",
    "most",
)


def live_tokens(player: Player) -> QuerySet[Token]:
    """The player's tokens that are not revoked, the newest first."""
    return player.tokens.filter(revoked_at=None).order_by("-created_at", "-id")


def make_token(
    *, player: Player, name: str, scopes: Collection[str], now: datetime, asking: Token | None = None
) -> tuple[Token, str]:
    """Return a new token and its secret, which is stored only as a digest. `asking` is the token of the
    request that asks for the new one.

    Raises `unauthenticated` if `asking` has been revoked, `forbidden` for scopes that the caller lacks,
    `invalid` for a bad name or no scopes, `full` above `MOST_LIVE` tokens, and what `lock_player` raises.
    """
    name = clean(name, field="name", shortest=1, longest=LONGEST_NAME)
    if not scopes:
        raise invalid("scopes", _("Name at least one."))
    _require_no_wider(player, scopes)
    with transaction.atomic():
        # Simultaneous requests take turns, so that the count of tokens is right.
        lock_player(player)
        if asking is not None and not hold_token(asking):
            raise Refusal("unauthenticated", BAD_TOKEN)
        if live_tokens(player).count() >= MOST_LIVE:
            raise Refusal("full", with_facts(TOO_MANY, most=MOST_LIVE))
        known = tuple(scope for scope in SCOPES if scope in scopes)
        return Token.issue(player=player, name=name, scopes=known, now=now)


def revoke_token(*, player: Player, token_id: str, now: datetime) -> bool:
    """Revoke one of the player's tokens. Return False if the player has no such live token.

    After the commit the token and its tickets open nothing. The sockets that they have opened store no more
    moves, and are closed. Raises `forbidden` if the token has a scope that the caller lacks.
    """
    with transaction.atomic():
        token = live_tokens(player).select_for_update(no_key=True).filter(pk=token_id).first()
        if token is None:
            return False
        _require_no_wider(player, token.scopes)
        token.revoked_at = now
        token.save(update_fields=["revoked_at"])
        Ticket.objects.filter(token=token).delete()
        transaction.on_commit(Token.forget_remembered)
    return True


def hold_token(token: Token) -> bool:
    """Lock the token until the transaction ends. Return False if the token was revoked."""
    return Token.objects.select_for_update(no_key=True).filter(pk=token.pk, revoked_at=None).exists()


def live_tokens_among(token_ids: Collection[str]) -> set[str]:
    """Return those ids whose tokens are not revoked."""
    return {
        pk
        for some in stretches(token_ids)
        for pk in Token.objects.filter(pk__in=some, revoked_at=None).values_list("pk", flat=True)
    }


def bearer_in(header: bytes) -> str | None:
    """Return the secret in an `Authorization` header; None if the header's scheme is not `Bearer`."""
    scheme, _, secret = header.partition(b" ")
    return secret.strip().decode("latin-1") if scheme.lower() == b"bearer" else None


def _require_no_wider(player: Player, scopes: Collection[str]) -> None:
    if lacking := [scope for scope in scopes if scope not in player.scopes]:
        sentence = _("The token of this request does not allow this itself: %(scopes)s.")
        raise Refusal("forbidden", with_facts(sentence, scopes=", ".join(lacking)))
