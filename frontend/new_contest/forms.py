"""The form with the settings of a new contest."""

from typing import Any, Final

from django import forms
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

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
        _("Sealed: the server deals card by card. Everyone has one attempt, and nobody can look ahead."),
    ),
    (
        Play.OPEN,
        _("Open: players may undo moves, play as often as you allow, and can look up all cards."),
    ),
)

OTHERS = (
    (
        Others.CLOSED,
        _("Once the round has closed. Until then nobody sees another's cards, so nobody can pass them on."),
    ),
    (
        Others.FINISHED,
        _("Once they have finished their own game. For friends who trust each other."),
    ),
)

RANKED = [
    (ranking.value, format_lazy("{title}: {sentence}", title=title, sentence=_(RANKINGS[ranking].sentence)))
    for ranking, title in (
        (Ranking.TOTAL, pgettext_lazy("ranking", "Total")),
        (Ranking.MATCHPOINTS, _("Matchpoints")),
        (Ranking.POINTS, _("Points for places")),
        (Ranking.AGAINST_PAR, _("Against par")),
    )
]

CALLED = (
    (Names.OWN, _("Their own name. If they change it, it changes here too.")),
    (Names.KEPT, _("The name they joined with. Only you can change it.")),
)

SHOWN = (
    (Scores.LIVE, _("At once: everybody sees who leads.")),
    (Scores.OWN, _("When the player has finished the round.")),
    (Scores.FINAL, _("When the round has closed.")),
)

BROKEN = [
    ("", _("Nothing")),
    ("wins", _("More games won")),
    ("moves", _("Fewer moves")),
    ("time", _("Less time")),
    ("earliest", _("The earlier finish")),
]

NO_LIMIT: Final = _("{least} to {most}; leave it empty for no limit.")

TIES: Final = ("tie_break", "tie_break_2", "tie_break_3")
"""The fields of the tie-breaks, in order. The first one shows errors about their combination."""

FOLDED: Final = {
    "about": ("about",),
    "scoring": ("ranking", *TIES),
    "showing": ("standings", "freeze_at"),
    "playing": ("others", "time_limit_s", "attempts", "counts"),
    "joining": ("max_entries", "bots", "names"),
}
"""The fields of each folded part of the page, by the name of the part."""


class ContestForm(forms.Form):
    """All settings except rounds, and a `number` by which a form that is sent twice is recognised. New
    visitors also give their name. `preset` is the preset whose button was pressed; a form that is shown again
    with errors keeps the preset."""

    preset = ChosenPreset()
    preset_game = forms.ChoiceField(label=_("Game"), required=False, choices=ANY_GAME)

    name = CleanedText(
        label=_("Name of the contest"),
        help_text=format_lazy(
            ngettext_lazy(
                "{shortest} to {longest} character.", "{shortest} to {longest} characters.", LONGEST_NAME
            ),
            shortest=SHORTEST_NAME,
            longest=LONGEST_NAME,
        ),
        error_messages=NAMELESS,
    )
    access = forms.ChoiceField(
        label=_("Who may play"), choices=Access.choices, initial=Access.PUBLIC, widget=forms.RadioSelect
    )
    play = forms.ChoiceField(
        label=_("How it is played"), choices=PLAYS, initial=Play.SEALED, widget=forms.RadioSelect
    )
    others = forms.ChoiceField(
        label=_("When players may watch the games of others"),
        choices=OTHERS,
        initial=Others.CLOSED,
        widget=forms.RadioSelect,
    )
    time_limit_s = Minutes(
        label=_("Minutes for one attempt"),
        longest_s=LONGEST_LIMIT_S,
        help_text=format_lazy(NO_LIMIT, least=1, most=LONGEST_LIMIT_S // 60),
    )
    attempts = forms.IntegerField(
        label=_("Attempts at each round"),
        required=False,
        min_value=1,
        max_value=MOST_ATTEMPTS,
        initial=1,
        help_text=format_lazy(NO_LIMIT, least=1, most=MOST_ATTEMPTS),
    )
    counts = forms.ChoiceField(label=_("What counts"), choices=Counts.choices, initial=Counts.BEST)
    opens_at = MomentField(label=_("Opens"), help_text=_("Leave it empty to open at once."))
    closes_at = MomentField(label=_("Closes"), help_text=_("Leave it empty to keep it open."))

    about = CleanedText(
        label=_("About the contest"),
        required=False,
        help_text=format_lazy(
            ngettext_lazy(
                "Up to {most} character. Web addresses become links.",
                "Up to {most} characters. Web addresses become links.",
                LONGEST_ABOUT,
            ),
            most=LONGEST_ABOUT,
        ),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    ranking = forms.ChoiceField(
        label=_("Who wins"), choices=RANKED, initial=Ranking.TOTAL, widget=forms.RadioSelect
    )
    tie_break = forms.ChoiceField(
        label=_("Ties are broken by"),
        required=False,
        choices=BROKEN,
        help_text=lazy(after_rounds, str)([each.name for each in TIE_BREAKS.values() if each.after_rounds]),
    )
    tie_break_2 = forms.ChoiceField(label=_("then by"), required=False, choices=BROKEN)
    tie_break_3 = forms.ChoiceField(label=_("and then by"), required=False, choices=BROKEN)
    standings = forms.ChoiceField(
        label=_("When the scores of others appear"),
        choices=SHOWN,
        initial=Scores.LIVE,
        widget=forms.RadioSelect,
    )
    freeze_at = MomentField(
        label=_("Scores are hidden from"),
        help_text=_("Until the final reveal, when the contest closes. Leave it empty to hide nothing."),
    )
    max_entries = forms.IntegerField(
        label=_("Maximum number of players"),
        required=False,
        min_value=FEWEST_PLACES,
        max_value=MOST_PLACES,
        help_text=format_lazy(NO_LIMIT, least=FEWEST_PLACES, most=MOST_PLACES),
    )
    bots = forms.BooleanField(label=_("Players marked as bots may join"), required=False, initial=True)
    names = forms.ChoiceField(
        label=_("What players are called"), choices=CALLED, initial=Names.OWN, widget=forms.RadioSelect
    )
    draft = forms.BooleanField(
        label=_("Save as a draft first"),
        required=False,
        help_text=_("Until you publish it, nobody else sees it and nobody can join."),
    )

    def __init__(self, *args: Any, viewer: Player | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["number"] = FormNumber()
        if viewer is None:
            self.fields["player_name"] = player_name_field()

    def clean(self) -> None:
        chosen = self._ties()
        if len(set(chosen)) < len(chosen):
            self.add_error(TIES[0], _("Choose each of them only once."))

    @property
    def unfolded(self) -> set[str]:
        """The names of the parts that the page shows unfolded: those with a field that was changed or has an
        error."""
        return {part for part, names in FOLDED.items() if any(map(self._noticed, names))}

    def ask_only_for_names(self) -> None:
        """Drop the errors of all fields except names, because a preset sets the other fields."""
        for field in set(self.errors) - {"preset", "preset_game", "name", "player_name"}:
            del self.errors[field]

    def filled_in(self) -> dict[str, Any]:
        """The filled-in values, to show them again on another page."""
        return {field.name: field.value() for field in self}

    def plan(self, rounds: list[RoundPlan]) -> Plan:
        """The plan of the contest, from the valid form and its rounds. If the server must search for a deal,
        the contest is planned as a draft."""
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
