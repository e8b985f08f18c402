"""The form that changes a contest's settings: the form of a new contest, without the settings that can no
longer change."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from competitions.contests.change import RoundChange, changeable, changeable_of_round
from competitions.contests.plans import Plan, RoundPlan, plan_of
from competitions.embargo.visibility import Viewpoint
from competitions.models import Competition, Play, Round

from ..forms.fields import MomentField, to_the_minute
from ..new_contest.band_form import BAND_FIELDS, BandFields, shown_band
from ..new_contest.forms import TIES, ContestForm
from ..new_contest.round_form import WAYS, game_choices, text_of

PARTS: Final[Sequence[tuple[str | Promise, Sequence[str]]]] = (
    (_("The contest"), ("name", "about")),
    (_("Who plays"), ("access", "max_entries", "bots", "names")),
    (_("When"), ("opens_at", "closes_at", "freeze_at")),
    (_("How it is played"), ("play", "attempts", "counts", "time_limit_s", "others")),
    (_("Scores"), ("ranking", *TIES, "standings")),
)
"""The parts of the page: for each, its title and the names of its fields."""

UNUSED: Final[Mapping[str, Sequence[str]]] = {
    Play.SEALED: ("attempts", "counts"),
    Play.OPEN: ("time_limit_s", "others"),
}
"""For each kind of play, the settings that have no effect in it."""


class SettingsForm(ContestForm):
    """The settings of the contest that `seen` shows, without its rounds."""

    def __init__(self, *args: Any, seen: Viewpoint, **options: Any) -> None:
        competition = seen.competition
        # A name that the site gave is shown in the organiser's language.
        words = {"name": str(competition.title), "about": str(competition.description)}
        self._titles = _titles(competition)
        initial = _field_values(plan_of(competition)) | words
        super().__init__(*args, viewer=competition.organiser, initial=initial, **options)
        may_change = changeable(competition, seen.now)
        unused = () if "play" in may_change else UNUSED[competition.play]
        for name in list(self.fields):
            setting = "tie_break" if name in TIES else name
            if setting not in may_change or name in unused:
                del self.fields[name]

        if "time_limit_s" in self.fields and competition.state(seen.now) == "running":
            self.fields["time_limit_s"].help_text = _(
                "You can only raise it now. Games that are being played get more time, too. "
                "Leave it empty for no limit."
            )

    @property
    def parts(self) -> list[tuple[str | Promise, list[BoundField]]]:
        """The parts of the page that have fields, each with its title."""
        parts = [(title, [self[name] for name in names if name in self.fields]) for title, names in PARTS]
        return [(title, fields) for title, fields in parts if fields]

    def changes(self) -> dict[str, Any]:
        """The edited settings, by name, with their new values. Only for a valid form."""
        changed = set(self.changed_data)
        if self.cleaned_data.get("name") in self._titles:
            changed.discard("name")
        changes = {name: self.cleaned_data[name] for name in changed - set(TIES)}
        return changes | ({"tie_break": self._ties()} if changed & set(TIES) else {})


def _titles(competition: Competition) -> set[str]:
    """The title of the competition in each language. If the form is sent with one of these titles, the
    name is unchanged, even if the organiser has chosen another language since the form was shown.
    """
    titles = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            titles.add(str(competition.title))
    return titles


class RoundSettingsForm(BandFields):
    """The form for a round's settings. It has only the settings that may still change."""

    field_order = ("deal", *BAND_FIELDS, "opens_at", "closes_at")

    deal = forms.ChoiceField(label=_("Game"), choices=game_choices)
    opens_at = MomentField(label=_("Opens"), help_text=_("Leave it empty to open with the contest."))
    closes_at = MomentField(label=_("Closes"), help_text=_("Leave it empty to close with the contest."))

    def __init__(self, data: Any = None, *, round: Round, seen: Viewpoint, **options: Any) -> None:
        game = round.deal.game
        shown = {
            "deal": text_of(game, {option: round.deal.rules[option] for option in game.options}),
            **shown_band(round.deal.band),
            "opens_at": to_the_minute(round.opens_at),
            "closes_at": to_the_minute(round.closes_at),
        }
        super().__init__(data, initial=shown, prefix=f"round-{round.number}", **options)
        self.number = round.number
        may_change = changeable_of_round(round, seen.now)
        may_change |= set(BAND_FIELDS) if "deal" in may_change else set()
        for name in set(self.fields) - may_change:
            del self.fields[name]

    def change(self) -> RoundChange:
        """The edited settings, as a change of the round. Only for a valid form."""
        changed = set(self.changed_data)
        window = {name: self.cleaned_data[name] for name in changed & {"opens_at", "closes_at"}}
        if changed.isdisjoint(("deal", *BAND_FIELDS)):
            return RoundChange(window=window)
        game, rules = WAYS[self.cleaned_data["deal"]]
        deal = RoundPlan(game=game, rules=rules, band=self.chosen_band())
        return RoundChange(deal=deal, banded=True, window=window)


def round_settings(data: Any, seen: Viewpoint) -> list[RoundSettingsForm]:
    """A form for each round, in order; a form may have no fields left."""
    return [RoundSettingsForm(data, round=round, seen=seen) for round in seen.competition.rounds_in_order]


def _field_values(plan: Plan) -> dict[str, Any]:
    """The settings as the fields show them, for example with the time limit in minutes."""
    names = (name for _, names in PARTS for name in names if name not in TIES)
    shown = {name: getattr(plan, name) for name in names}
    for name in ("opens_at", "closes_at", "freeze_at"):
        shown[name] = to_the_minute(shown[name])
    if plan.time_limit_s is not None:
        shown["time_limit_s"] = plan.time_limit_s // 60
    return shown | dict(zip(TIES, plan.tie_break, strict=False))
