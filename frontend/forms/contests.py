"""The settings of a contest to be made."""

from typing import Any

from django import forms

from competitions.models import Access, Counts, Others, Play, Player
from competitions.models.events import LONGEST_LIMIT_S, MOST_ATTEMPTS
from competitions.organising.plans import Plan, RoundPlan

from .fields import NAMELESS, Minutes, Moment, NamingForm, Number, player_name

PLAYS = (
    (
        Play.SEALED,
        "Sealed: the server deals card by card. One attempt each, and nobody can look ahead.",
    ),
    (
        Play.OPEN,
        "Open: players may undo moves, play as often as you allow, and know the seed.",
    ),
)

OTHERS = (
    (
        Others.CLOSED,
        "Once the round has closed: until then nobody sees another's cards, and so nobody can pass them on.",
    ),
    (
        Others.FINISHED,
        "Once they have finished their own: for friends who trust each other.",
    ),
)


class ContestForm(NamingForm):
    """All settings but the rounds, and a `number` that tells one form from another like it. Visitors who are
    not players yet also give their name."""

    name = forms.CharField(
        label="Name of the contest", help_text="2 to 80 characters.", error_messages=NAMELESS
    )
    access = forms.ChoiceField(
        label="Who may play", choices=Access.choices, initial=Access.PUBLIC, widget=forms.RadioSelect
    )
    play = forms.ChoiceField(
        label="How it is played", choices=PLAYS, initial=Play.SEALED, widget=forms.RadioSelect
    )
    others = forms.ChoiceField(
        label="When players may watch the games of others",
        choices=OTHERS,
        initial=Others.CLOSED,
        widget=forms.RadioSelect,
    )
    time_limit_s = Minutes(
        label="Minutes for one attempt",
        longest_s=LONGEST_LIMIT_S,
        help_text=f"1 to {LONGEST_LIMIT_S // 60}; leave it empty for no limit.",
    )
    attempts = forms.IntegerField(
        label="Attempts at each round",
        required=False,
        min_value=1,
        max_value=MOST_ATTEMPTS,
        initial=1,
        help_text=f"1 to {MOST_ATTEMPTS}; leave it empty for as many as they like.",
    )
    counts = forms.ChoiceField(label="What counts", choices=Counts.choices, initial=Counts.BEST)
    opens_at = Moment(label="Opens", help_text="Leave it empty to open at once.")
    closes_at = Moment(label="Closes", help_text="Leave it empty to keep it open.")

    def __init__(self, *args: Any, viewer: Player | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["number"] = Number()
        if viewer is None:
            self.fields["player_name"] = player_name()

    def plan(self, rounds: list[RoundPlan]) -> Plan:
        """The competition that the valid form and its rounds ask for."""
        settings = {name: self.cleaned_data[name] for name in self.base_fields}
        return Plan(rounds=rounds, **settings)
