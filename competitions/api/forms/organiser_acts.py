"""Forms for acts of organisers on a competition, its entries and its organisers."""

from rest_framework import serializers

from ...contests.acts import LONGEST_REASON
from ...contests.badges.make_badges import MOST_AT_ONCE
from ...people.names import LONGEST, NAME_LENGTH, SHORTEST
from ..describe import meaning
from ..fields import Cleaned, Flag, RawTexts, Text


@meaning("An organiser's reason for an act. It may be left out.")
class ActForm(serializers.Serializer):
    reason = Cleaned(
        0,
        LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Why, for the audit trail, in up to 400 characters.",
    )


@meaning("An organiser's reason for an act that needs one.")
class ReasonForm(serializers.Serializer):
    reason = Cleaned(1, LONGEST_REASON, help_text="Why, for the audit trail, in 1 to 400 characters.")


@meaning("Another name for an entry, in this competition alone.")
class RenameForm(ReasonForm):
    name = Cleaned(
        SHORTEST,
        LONGEST,
        allow_blank=True,
        help_text=f"The name, in {NAME_LENGTH}; empty for the player's own name again.",
    )


@meaning("The people who get badges.")
class BadgesForm(serializers.Serializer):
    names = RawTexts(
        child=Cleaned(SHORTEST, LONGEST),
        allow_empty=False,
        max_length=MOST_AT_ONCE,
        help_text=f"The names, each in {NAME_LENGTH}. One that looks like another in the competition "
        "gets a number.",
    )


@meaning("A player who becomes an organiser of the competition.")
class OrganiserForm(serializers.Serializer):
    name = Text(help_text="The name of the player; or their id, where several have that name.")
    owner = Flag(default=False, help_text="Whether the player becomes the owner. The former owner helps.")
