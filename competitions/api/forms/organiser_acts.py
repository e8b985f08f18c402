"""Forms for acts of organisers on a competition, its entries and its organisers."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from ...contests.acts import LONGEST_REASON
from ...contests.badges.make_badges import MOST_AT_ONCE
from ...contests.grants import MOST_EXTRA_MS
from ...contests.message import LONGEST_MESSAGE
from ...models.competitions import MOST_ROUNDS
from ...people.names import LONGEST, NAME_LENGTH, SHORTEST
from ..describe import meaning
from ..fields import Cleaned, Flag, RawTexts, Text, Whole


@meaning("An organiser's reason for an act. It may be left out.")
class ActForm(serializers.Serializer):
    reason = Cleaned(
        0,
        LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="The reason for the act, for the audit trail, in up to 400 characters.",
    )


@meaning("An organiser's reason for an act that needs one.")
class ReasonForm(serializers.Serializer):
    reason = Cleaned(
        1, LONGEST_REASON, help_text="The reason for the act, for the audit trail, in 1 to 400 characters."
    )


@meaning("Another name for an entry, in this competition alone.")
class RenameForm(ReasonForm):
    name = Cleaned(
        SHORTEST,
        LONGEST,
        allow_blank=True,
        help_text=f"The name, in {NAME_LENGTH}; empty for the player's own name again.",
    )


@meaning("A grant to a player in a round: one of `attempt`, `extra_ms`, `set_aside` and `count_again`.")
class GrantForm(ReasonForm):
    round = Whole(min_value=1, max_value=MOST_ROUNDS, help_text="The number of the round.")
    attempt = Flag(
        default=False,
        help_text="Whether the player gets a fresh attempt. The attempt before it stays on record, but "
        "no longer counts. If that attempt is running, it ends as given up.",
    )
    extra_ms = Whole(
        min_value=1,
        max_value=MOST_EXTRA_MS,
        allow_null=True,
        default=None,
        help_text="How many milliseconds more the running attempt gets.",
    )
    set_aside = Flag(
        default=False,
        help_text="Whether the result counts for nothing. The result stays on record. If there is another "
        "attempt, that one counts.",
    )
    count_again = Flag(
        default=False,
        help_text="Whether results that were set aside count again. A result in whose place a fresh "
        "attempt was granted stays set aside.",
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        flags = (given["attempt"], given["set_aside"], given["count_again"])
        if sum((*flags, given["extra_ms"] is not None)) != 1:
            one_of = _("Give one of attempt, extra_ms, set_aside and count_again.")
            raise serializers.ValidationError({"attempt": one_of})
        return given


@meaning("A message to one player.")
class PlayerMessageForm(serializers.Serializer):
    text = Cleaned(
        1,
        LONGEST_MESSAGE,
        help_text=f"The message, in 1 to {LONGEST_MESSAGE} characters. All entrants can read it.",
    )


@meaning("The people who get badges.")
class BadgesForm(serializers.Serializer):
    names = RawTexts(
        child=Cleaned(SHORTEST, LONGEST),
        allow_empty=False,
        max_length=MOST_AT_ONCE,
        help_text=f"The names, each in {NAME_LENGTH}. A name that looks like another name in the "
        "competition gets a number.",
    )


@meaning("A player who becomes an organiser of the competition.")
class OrganiserForm(serializers.Serializer):
    name = Text(help_text="The name of the player. If several players have that name, the id of the player.")
    owner = Flag(
        default=False, help_text="Whether the player becomes the owner. The former owner stays an organiser."
    )
