"""The forms of an organiser's desk: for acts on a contest or a player, for badges, and for a webhook."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from competitions.contests.acts import LONGEST_REASON
from competitions.contests.badges.make_badges import MOST_AT_ONCE
from competitions.contests.grants import MOST_EXTRA_MS
from competitions.contests.message import LONGEST_MESSAGE
from competitions.embargo.visibility import Viewpoint
from competitions.models import Entry, Player, Round
from competitions.models.hooks import LONGEST_URL
from competitions.people.given_names import shown_name
from competitions.people.names import LONGEST, SHORTEST
from competitions.translatable import of_game

from ..forms.fields import AS_TYPED, NAMELESS, CleanedText, FormNumber, Minutes, MomentField, to_the_minute
from .hooks import TYPES

READ_BY_ALL: Final = format_lazy(
    ngettext_lazy(
        "All players can read it. Up to {most} character.",
        "All players can read it. Up to {most} characters.",
        LONGEST_REASON,
    ),
    most=LONGEST_REASON,
)


class ActForm(forms.Form):
    """The form of an act on the contest that `seen` shows, or on one `entry`. `rounds` are those in which the
    act is possible."""

    def __init__(
        self,
        *args: Any,
        seen: Viewpoint,
        entry: Entry | None,
        rounds: Sequence[Round] = (),
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.seen = seen
        self.entry = entry
        self.rounds = {str(round.number): round for round in rounds}


class WhyForm(ActForm):
    """The form of an act with an optional reason."""

    reason = CleanedText(
        label=_("Reason (optional)"),
        help_text=READ_BY_ALL,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReasonForm(ActForm):
    reason = CleanedText(
        label=_("Why"),
        help_text=READ_BY_ALL,
        error_messages={"required": _("Please say why.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RoundGrantForm(ReasonForm):
    """The form of an act on an entry in one of the `rounds`, such as a fresh attempt. The round with the
    highest number is chosen at first."""

    number = FormNumber()
    round = forms.ChoiceField(label=_("Round"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["round"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (
                number,
                _("Round %(number)s: %(game)s") % {"number": number, "game": of_game(each.deal.game.title)},
            )
            for number, each in self.rounds.items()
        ]
        field.initial = max(self.rounds, key=int, default=None)
        if len(self.seen.competition.rounds_in_order) == 1:
            field.widget = forms.HiddenInput()
        self.order_fields(["round"])

    def clean_round(self) -> Round:
        return self.rounds[self.cleaned_data["round"]]


class MoreTimeForm(RoundGrantForm):
    extra_s = Minutes(
        label=_("Extra minutes"),
        longest_s=MOST_EXTRA_MS // 1000,
        initial=10,
        help_text=_("Their clock gets this much more. The round still closes when it would have."),
        required=True,
        error_messages={"required": _("Please say how many minutes.")},
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.order_fields(["round", "extra_s"])


class MessageForm(ActForm):
    number = FormNumber()
    text = CleanedText(
        label=_("Your message"),
        help_text=format_lazy(
            ngettext_lazy(
                "All players of this contest can read it. Up to {most} character.",
                "All players of this contest can read it. Up to {most} characters.",
                LONGEST_MESSAGE,
            ),
            most=LONGEST_MESSAGE,
        ),
        error_messages={"required": _("Please write something.")},
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_MESSAGE}),
    )


class RenameForm(ReasonForm):
    name = CleanedText(
        label=_("Name in this contest"),
        help_text=format_lazy(
            ngettext_lazy(
                "{shortest} to {longest} character. Leave it empty to use their own name.",
                "{shortest} to {longest} characters. Leave it empty to use their own name.",
                LONGEST,
            ),
            shortest=SHORTEST,
            longest=LONGEST,
        ),
        required=False,
        widget=forms.TextInput(attrs=AS_TYPED),
    )
    field_order = ("name", "reason")


class PlayerForm(ActForm):
    name = CleanedText(
        label=_("Their name on Evendeal, or their id"),
        error_messages=NAMELESS,
        widget=forms.TextInput(attrs=AS_TYPED),
    )


class NamesForm(forms.Form):
    """The form that takes the names for new badges."""

    number = FormNumber()
    names = CleanedText(
        label=_("Names, one a line"),
        help_text=format_lazy(
            ngettext_lazy(
                "Up to {most} at once, each of {shortest} to {longest} character. Equal ones get numbers.",
                "Up to {most} at once, each of {shortest} to {longest} characters. Equal ones get numbers.",
                LONGEST,
            ),
            most=MOST_AT_ONCE,
            shortest=SHORTEST,
            longest=LONGEST,
        ),
        error_messages={"required": _("Please give a name.")},
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_names(self) -> list[str]:
        return [line for line in self.cleaned_data["names"].splitlines() if line.strip()]


class RemoveForm(ActForm):
    """The form that chooses the co-organiser to remove."""

    player = forms.ChoiceField(label=_("Whom to remove"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        others = self.seen.competition.co_organisers.select_related("player")
        self.players = {each.player_id: each.player for each in others}
        field = self.fields["player"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(pk, shown_name(player.name)) for pk, player in self.players.items()]

    def clean_player(self) -> Player:
        return self.players[self.cleaned_data["player"]]


class ClosingForm(ActForm):
    closes_at = MomentField(
        label=_("Closes"), help_text=_("Leave it empty to keep it open until you close it.")
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial.setdefault("closes_at", self.seen.competition.closes_at)

    def clean_closes_at(self) -> datetime | None:
        """The new closing time. If the field was not edited, this is exactly the stored time, with its
        seconds."""
        given: datetime | None = self.cleaned_data["closes_at"]
        present = self.seen.competition.closes_at
        return present if given == to_the_minute(present) else given


class HookForm(forms.Form):
    url = forms.CharField(
        label=_("Where to"),
        help_text=_("An address that begins with https:// and is on the public internet."),
        max_length=LONGEST_URL,
        error_messages={"required": _("Please give an address.")},
        widget=forms.TextInput(attrs={**AS_TYPED, "inputmode": "url"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Send an event when"),
        choices=list(TYPES.items()),
        initial=list(TYPES),
        error_messages={"required": _("Please choose at least one.")},
        widget=forms.CheckboxSelectMultiple,
    )
