"""The form with the settings of a new contest."""

from typing import Any, Final

from django import forms

from competitions.contests.plans import Plan, RoundPlan
from competitions.models import Access, Counts, Names, Others, Play, Player, Ranking, Scores
from competitions.models.competitions import (
    FEWEST_PLACES,
    LONGEST_ABOUT,
    LONGEST_LIMIT_S,
    LONGEST_NAME,
    MOST_ATTEMPTS,
    MOST_PLACES,
    SHORTEST_NAME,
)
from competitions.standings.rankings import RANKINGS
from competitions.standings.tie_breaks import TIE_BREAKS

from ..forms.fields import NAMELESS, CleanedText, FormNumber, Minutes, MomentField, player_name_field
from ..wording.sentences import after_rounds
from .preset_form import ANY_GAME, ChosenPreset

PLAYS = (
    (
        Play.SEALED,
        "Sealed: the server deals card by card. Everyone has one attempt, and nobody can look ahead.",
    ),
    (
        Play.OPEN,
        "Open: players may undo moves, play as often as you allow, and can look up all cards.",
    ),
)

OTHERS = (
    (
        Others.CLOSED,
        "Once the round has closed. Until then nobody sees another's cards, so nobody can pass them on.",
    ),
    (
        Others.FINISHED,
        "Once they have finished their own game. For friends who trust each other.",
    ),
)

RANKED = [
    (ranking.value, f"{title}: {RANKINGS[ranking].sentence}")
    for ranking, title in (
        (Ranking.TOTAL, "Total"),
        (Ranking.MATCHPOINTS, "Matchpoints"),
        (Ranking.POINTS, "Points for places"),
        (Ranking.AGAINST_PAR, "Against par"),
    )
]

CALLED = (
    (Names.OWN, "Their own name. If they change it, it changes here too."),
    (Names.KEPT, "The name they joined with. Only you can change it."),
)

SHOWN = (
    (Scores.LIVE, "At once: everybody sees who leads."),
    (Scores.OWN, "When the player has finished the round."),
    (Scores.FINAL, "When the round has closed."),
)

BROKEN = [("", "Nothing"), *((each.name, each.sentence.capitalize()) for each in TIE_BREAKS.values())]

TIES: Final = ("tie_break", "tie_break_2", "tie_break_3")
"""The fields of the tie-breaks, in order. The first one shows errors about their combination."""

FOLDED: Final = {
    "about": ("about",),
    "scoring": ("ranking", *TIES),
    "showing": ("standings", "freeze_at"),
    "playing": ("others", "time_limit_s", "attempts", "counts"),
    "joining": ("max_entries", "bots", "names"),
}
"""The fields that the page folds away, by the part that holds them."""


class ContestForm(forms.Form):
    """All settings except rounds, and a `number` by which a form that is sent twice is recognised. New
    visitors also give their name. `preset` is the preset whose button was pressed; a form that is shown again
    with errors keeps the preset."""

    preset = ChosenPreset()
    preset_game = forms.ChoiceField(label="Game", required=False, choices=ANY_GAME)

    name = CleanedText(
        label="Name of the contest",
        help_text=f"{SHORTEST_NAME} to {LONGEST_NAME} characters.",
        error_messages=NAMELESS,
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
        help_text=f"1 to {MOST_ATTEMPTS}; leave it empty for no limit.",
    )
    counts = forms.ChoiceField(label="What counts", choices=Counts.choices, initial=Counts.BEST)
    opens_at = MomentField(label="Opens", help_text="Leave it empty to open at once.")
    closes_at = MomentField(label="Closes", help_text="Leave it empty to keep it open.")

    about = CleanedText(
        label="About the contest",
        required=False,
        help_text=f"Up to {LONGEST_ABOUT} characters. Web addresses become links.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    ranking = forms.ChoiceField(
        label="Who wins", choices=RANKED, initial=Ranking.TOTAL, widget=forms.RadioSelect
    )
    tie_break = forms.ChoiceField(
        label="Ties are broken by",
        required=False,
        choices=BROKEN,
        help_text=after_rounds(each.name for each in TIE_BREAKS.values() if each.after_rounds),
    )
    tie_break_2 = forms.ChoiceField(label="then by", required=False, choices=BROKEN)
    tie_break_3 = forms.ChoiceField(label="and then by", required=False, choices=BROKEN)
    standings = forms.ChoiceField(
        label="When the scores of others appear",
        choices=SHOWN,
        initial=Scores.LIVE,
        widget=forms.RadioSelect,
    )
    freeze_at = MomentField(
        label="Scores are hidden from",
        help_text="Until the final reveal, when the contest closes. Leave it empty to hide nothing.",
    )
    max_entries = forms.IntegerField(
        label="Most players",
        required=False,
        min_value=FEWEST_PLACES,
        max_value=MOST_PLACES,
        help_text=f"{FEWEST_PLACES} to {MOST_PLACES}; leave it empty for no limit.",
    )
    bots = forms.BooleanField(label="Players marked as bots may join", required=False, initial=True)
    names = forms.ChoiceField(
        label="What players are called", choices=CALLED, initial=Names.OWN, widget=forms.RadioSelect
    )
    draft = forms.BooleanField(
        label="Save as a draft first",
        required=False,
        help_text="Until you publish it, nobody else sees it and nobody can join.",
    )

    def __init__(self, *args: Any, viewer: Player | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["number"] = FormNumber()
        if viewer is None:
            self.fields["player_name"] = player_name_field()

    def clean(self) -> None:
        chosen = self._ties()
        if len(set(chosen)) < len(chosen):
            self.add_error(TIES[0], "Choose each of them only once.")

    @property
    def unfolded(self) -> set[str]:
        """The parts that the page shows unfolded: those with a filled-in or faulty field."""
        return {part for part, names in FOLDED.items() if any(map(self._noticed, names))}

    def ask_only_for_names(self) -> None:
        """Drop the errors of all fields except names, because a preset sets the other fields."""
        for field in set(self.errors) - {"preset", "preset_game", "name", "player_name"}:
            del self.errors[field]

    def filled_in(self) -> dict[str, Any]:
        """The filled-in values, to show them again on another page."""
        return {field.name: field.value() for field in self}

    def plan(self, rounds: list[RoundPlan]) -> Plan:
        """The plan of the contest, from the valid form and its rounds. It is a draft if the server must
        search for a deal."""
        used = set(self.base_fields) - {"preset", "preset_game", *TIES}
        settings = {name: self.cleaned_data[name] for name in used}
        settings["draft"] |= any(round.band is not None for round in rounds)
        return Plan(rounds=rounds, tie_break=self._ties(), **settings)

    def _ties(self) -> list[str]:
        return [name for field in TIES if (name := self.cleaned_data.get(field))]

    def _noticed(self, name: str) -> bool:
        field = self[name]
        usual = self.base_fields[name].initial
        return bool(field.errors) or str(field.value() or "") != str(usual or "")
