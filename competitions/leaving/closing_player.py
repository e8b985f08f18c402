"""Closing a player: nobody can be them again, and nothing says any more who they were. Their results stay."""

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from ..circles.membership import hold_circle, leave_circle
from ..models import Entry, Handle, KeptAnswer, Member, Pass, Player, Profile, Ticket, Token
from ..models.ids import ALPHABET
from ..players.looks import look, shape
from ..recording.players import count_later


def close_player(*, player: Player, now: datetime) -> None:
    """Take the player's name, address, password, passkeys, tokens and sessions away.

    Their results stay under a name like `deleted-7q2k`, so nobody's rank moves. They leave their circles:
    one of theirs is its longest member's then, and one without another member is closed. Contests that they
    organise go on.
    """
    with transaction.atomic():
        closed = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        closed.name = _new_name()
        closed.look, closed.shape = look(closed.name), shape(closed.name)
        closed.account = False
        closed.profile = Profile.PRIVATE
        closed.set_unusable_password()
        closed.sessions_end = secrets.token_hex(32)
        closed.save()
        for theirs in (Handle, Ticket, Pass):
            theirs.objects.filter(player=closed).delete()
        for kept in (EmailAddress, Authenticator):
            kept.objects.filter(user=closed).delete()
        Token.objects.filter(player=closed).delete()
        KeptAnswer.objects.filter(caller=closed).delete()
        for member in Member.objects.filter(player=closed).select_related("circle").order_by("circle"):
            _leave(member, closed)
        # At once and everywhere, as for entries of a release that gave them no name; numbers come later.
        Entry.objects.filter(player=closed).update(called="", look=None, shape=None, own_name=True)
        count_later(closed, now)
        transaction.on_commit(Token.forget_remembered)


def _leave(member: Member, player: Player) -> None:
    circle = hold_circle(member.circle)
    if member.owns:
        heir = circle.members.exclude(pk=member.pk).first()
        if heir is None:
            circle.delete()
            return
        circle.members.filter(pk=member.pk).update(owns=False)
        circle.members.filter(pk=heir.pk).update(owns=True)
    leave_circle(circle=circle, player=player)


def _new_name() -> str:
    """A name that no player has."""
    while True:
        name = "deleted-" + "".join(secrets.choice(ALPHABET) for _ in range(4))
        if not Player.objects.filter(look=look(name)).exists():
            return name
