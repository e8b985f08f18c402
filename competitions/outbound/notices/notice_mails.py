"""Notices by e-mail, for players who asked for it. All notices that are waiting for a player go into one
mail.

Each mail has a link that stops the mails with one press (RFC 8058). The link works without signing in, and
does nothing else.
"""

import hmac
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, override

from ...accounts.mails import send_later
from ...derived_keys import derived_keys
from ...jobs.watches import Watch, watch
from ...models import Notice, NoticeMails, Player
from ...models.notices import LONGEST_SITE
from ...people.own_language import of_player
from ...refusals import Refusal, invalid
from ...translatable import with_facts
from .inbox import notices_of
from .notice_words import path_of, sentence_of

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 60.0

AT_A_TIME: Final = 100
"""How many due notices are read at once at most."""

TRIED_AGAIN: Final = timedelta(hours=1)
"""How long a player's notices wait for the next try, if their mail could not be written."""

MOST_TOLD: Final = 20
"""How many notices one mail describes at most, the newest first. The mail gives only the number of the
others."""

PURPOSE: Final = "stopping mails of notices"


SEVERAL: Final = ngettext_lazy("%(notices)d notice on Evendeal", "%(notices)d notices on Evendeal", "notices")
MORE: Final = ngettext_lazy("And %(more)d more: %(page)s", "And %(more)d more: %(page)s", "more")
HOW_TO_STOP: Final = _(
    "You asked for these mails. To stop them, open this page and press the button:\n%(page)s"
)

TOO_LONG: Final = ngettext_lazy(
    "At most %(most)d character.",
    "At most %(most)d characters.",
    "most",
)


def address_for(player: Player) -> str | None:
    """The confirmed address to which the player's notices can be mailed; None without one."""
    confirmed = EmailAddress.objects.filter(user=player, verified=True)
    address = confirmed.order_by("-primary").first()
    return None if address is None else str(address.email)


def ask_for_mails(*, player: Player, site: str) -> None:
    """Mail the player's notices from now on, with links to `site`, like `https://patience.example`. Raises
    `wrong_state` for a player without a confirmed address, and `invalid` for a site with a name that is
    too long."""
    if len(site) > LONGEST_SITE:
        raise invalid("site", with_facts(TOO_LONG, most=LONGEST_SITE))
    if address_for(player) is None:
        raise Refusal("wrong_state", _("Add an e-mail address and confirm it first."))
    NoticeMails.objects.update_or_create(player=player, defaults={"site": site})


def are_mailed(player: Player) -> bool:
    """Whether the player has asked for mails."""
    return NoticeMails.objects.filter(player=player).exists()


def stop_mails(*, player_id: str) -> None:
    """Mail no more notices to the player, not even those that are waiting to be mailed."""
    NoticeMails.objects.filter(player=player_id).delete()
    Notice.objects.filter(player=player_id, mail_at__isnull=False).update(mail_at=None)


# The link that stops mails


def stop_word(player_id: str) -> str:
    """Return the secret word in the link that stops a player's mails. It is derived from the site's secret,
    so nobody can guess it. The word stays valid while the settings list that secret as current or old."""
    return _stop_words(player_id)[0]


def stopped_by(word: str) -> str | None:
    """The id of the player whose mails this word stops; None if the word belongs to no player."""
    player_id, _, _ = word.partition("-")
    good = [hmac.compare_digest(word, each) for each in _stop_words(player_id)]
    return player_id if any(good) else None


def _stop_words(player_id: str) -> Sequence[str]:
    return [f"{player_id}-{key.hex()[:32]}" for key in derived_keys(PURPOSE, player_id)]


# Sending mails


def mail_due(now: datetime) -> int:
    """Read at most `AT_A_TIME` due notices, and mail the players to whom the notices belong. A mail has all
    notices that wait for the player. Return how many due notices were read."""
    due = Notice.objects.filter(mail_at__lte=now).order_by("mail_at")
    players = list(due.values_list("player", flat=True)[:AT_A_TIME])
    for player_id in dict.fromkeys(players):
        try:
            with transaction.atomic():
                _mail(player_id)
        except Exception:
            logger.exception("the notices of player %s could not be mailed", player_id)
            due.filter(player=player_id).update(mail_at=now + TRIED_AGAIN)
    return len(players)


def _mail(player_id: str) -> None:
    """Queue one mail with all notices that are waiting for the player, unless the player no longer wants
    mails. Must be called in a transaction, so that the mail is queued only if its notices stop waiting."""
    wish = NoticeMails.objects.select_for_update(of=("self",)).filter(player=player_id).first()
    waits = Notice.objects.filter(player=player_id, mail_at__isnull=False)
    waiting = list(waits.values_list("pk", flat=True))  # Notices stored later wait for the next mail.
    player = Player.objects.get(pk=player_id)
    address = address_for(player)
    notices = list(notices_of(player, unread=True).filter(pk__in=waiting).order_by("-at", "-pk"))
    Notice.objects.filter(pk__in=waiting).update(mail_at=None)
    if wish is None or address is None or not notices:
        return
    stop = wish.site + reverse("stop_notices", args=(stop_word(player_id),))
    with override(of_player(player)):
        subject, body = _subject(notices), _body(notices, site=wish.site, stop=stop)
    send_later(
        subject=subject,
        body=body,
        to=address,
        player_id=player_id,
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _subject(notices: Sequence[Notice]) -> str:
    one = len(notices) == 1
    return str(sentence_of(notices[0]) if one else with_facts(SEVERAL, notices=len(notices)))


def _body(notices: Sequence[Notice], *, site: str, stop: str) -> str:
    told = [f"{sentence_of(notice)}\n{site}{path_of(notice)}" for notice in notices[:MOST_TOLD]]
    if len(notices) > MOST_TOLD:
        more, page = len(notices) - MOST_TOLD, site + reverse("notices")
        told.append(str(with_facts(MORE, more=more, page=page)))
    told.append(str(with_facts(HOW_TO_STOP, page=stop)))
    return "\n\n".join(told) + "\n"


def watch_mails() -> Watch:
    """Start looking regularly for notices to mail, until the process ends."""
    return watch("notices to mail", LOOK_EVERY_S, lambda: mail_due(timezone.now()) == AT_A_TIME)
