"""Write a message to one player of a competition: words of the organiser, which all entrants can read."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ..ledger.acts import record_act
from ..models import Act, Competition, Entry, Player
from ..people.clean_text import clean
from ..refusals import Refusal, invalid
from ..translatable import with_facts
from .acts import ALLOWED
from .hold import hold_for, wrong_state

LONGEST_MESSAGE: Final = 280

MOST_TO_ONE: Final = 10
"""How many messages one organiser may write to one player in 24 hours, over all competitions."""

MOST_IN_A_DAY: Final = 200
"""How many messages the organisers of one competition may write in 24 hours."""


MOST_WERE_SENT_TO_ONE: Final = ngettext_lazy(
    "You have sent this player %(messages)d message today: that is the most.",
    "You have sent this player %(messages)d messages today: that is the most.",
    "messages",
)
MOST_WERE_SENT: Final = ngettext_lazy(
    "%(messages)d message was sent here today. That is the most.",
    "%(messages)d messages were sent here today. That is the most.",
    "messages",
)


def write_message(
    *, competition: Competition, organiser: Player, entry: Entry, text: str, now: datetime
) -> Act:
    """Record the message as an act, whose reason is the text; the player gets a notice of the message.

    All entrants can read the text in the audit trail, so an organiser cannot help one player in secret.
    Raises `invalid` for an unfit text or for the organiser's own entry, `wrong_state` before publishing and
    once the competition is certified or cancelled, and `full` if too many messages were sent.
    """
    text = clean(text, field="text", shortest=1, longest=LONGEST_MESSAGE)
    if entry.player_id == organiser.pk:
        raise invalid("text", _("This is your own entry."))
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        state = competition.state(now)
        if state not in ALLOWED["message"]:
            raise wrong_state(state)
        lately = Act.objects.filter(act="message", at__gt=now - timedelta(days=1))
        if lately.filter(actor=organiser, entry__player=entry.player_id).count() >= MOST_TO_ONE:
            raise Refusal("full", with_facts(MOST_WERE_SENT_TO_ONE, messages=MOST_TO_ONE))
        if lately.filter(competition=competition).count() >= MOST_IN_A_DAY:
            raise Refusal("full", with_facts(MOST_WERE_SENT, messages=MOST_IN_A_DAY))
        return record_act(competition, act="message", actor=organiser, entry=entry, reason=text, at=now)
