"""The form that plans a club night."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.contests.club_nights import MOST_ROUNDS, ClubNight
from competitions.contests.series.rhythm import known_zone, opening_on
from competitions.models import Player
from competitions.models.series import LONGEST_ZONE
from competitions.refusals import Refusal
from competitions.translatable import of_game
from games import GAMES

from ..forms.fields import NAMELESS, CleanedText, FormNumber, Hidden, player_name_field

IN_TURN: Final = "turn"

ORDERS: Final = [
    ("all", _("All rounds are open all evening: each player goes at their own pace.")),
    (IN_TURN, _("One after the other: each round opens when the one before closes.")),
]

LONGEST_ROUND: Final = 120
"""The most minutes that a round may take."""

EVENING: Final = {"rounds": 6, "minutes": 20, "order": "all", "hides_end": True}


class ClubNightForm(forms.Form):
    """The settings of a club night, with times in the time zone `zone`. The hidden field `shown` holds the
    times that the page has shown, so that nobody starts an evening with times that they have not seen."""

    name = CleanedText(label=_("Name of the contest"), error_messages=NAMELESS)
    game = forms.ChoiceField(
        label=_("Game"), choices=[(slug, of_game(game.title)) for slug, game in GAMES.items()]
    )
    on = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    at = forms.TimeField(
        label=_("Begins at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=["%H:%M"],
    )
    zone = CleanedText(
        label=_("Time zone"),
        max_length=LONGEST_ZONE,
        help_text=_("The clock in your club, such as Europe/Berlin."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    minutes = forms.IntegerField(label=_("Minutes for each round"), min_value=5, max_value=LONGEST_ROUND)
    order = forms.ChoiceField(label=_("When the rounds are open"), choices=ORDERS, widget=forms.RadioSelect)
    hides_end = forms.BooleanField(
        label=_("Hide the scores while the last minutes run"),
        required=False,
        help_text=_("For as long as one round takes. Everybody sees who has won when the contest closes."),
    )

    def __init__(self, *args: Any, viewer: Player | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["number"] = FormNumber()
        self.fields["shown"] = Hidden()
        if viewer is None:
            self.fields["player_name"] = player_name_field()
            self.order_fields(["player_name"])

    def clean_zone(self) -> str:
        try:
            return known_zone(self.cleaned_data["zone"])
        except Refusal as refusal:
            raise forms.ValidationError(refusal.facts["errors"]["zone"]) from None

    def clean_on(self) -> date:
        day: date = self.cleaned_data["on"]
        if not 2000 <= day.year <= 9000:  # days near the ends of the calendar overflow in other zones
            raise forms.ValidationError(_("Choose another year."))
        return day

    @property
    def clock(self) -> ZoneInfo:
        """The time zone that was chosen. The form must have been found valid."""
        return ZoneInfo(self.cleaned_data["zone"])

    @property
    def night(self) -> ClubNight:
        """The evening that the valid form describes."""
        asked = self.cleaned_data
        return ClubNight(
            begins=opening_on(asked["on"], asked["at"], self.clock),
            rounds=asked["rounds"],
            each=timedelta(minutes=asked["minutes"]),
            in_turn=asked["order"] == IN_TURN,
            hides_end=asked["hides_end"],
            game=GAMES[asked["game"]],
        )


def evening_after(now: datetime) -> datetime:
    """The next full hour, at which the form proposes to begin.

    >>> evening_after(datetime(2026, 11, 29, 18, 20, tzinfo=UTC)).hour
    19
    """
    return now.astimezone(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
