"""Changing the settings of a contest, in the fields in which they were first given: those that still may."""

from collections.abc import Sequence
from typing import Any, Final

from django.forms import BoundField

from competitions.embargo.visibility import Viewpoint
from competitions.models import Play
from competitions.organising.changing import changeable
from competitions.organising.plans import Plan, plan_of

from .contests import TIES, ContestForm

PARTS: Final[Sequence[tuple[str, Sequence[str]]]] = (
    ("The contest", ("name", "about")),
    ("Who plays", ("access", "max_entries", "bots")),
    ("When", ("opens_at", "closes_at", "freeze_at")),
    ("How it is played", ("play", "attempts", "counts", "time_limit_s", "others")),
    ("Scores", ("ranking", *TIES, "standings")),
)
"""The fields by the parts of the page, with titles."""

UNUSED: Final = {Play.SEALED: ("attempts", "counts"), Play.OPEN: ("time_limit_s", "others")}
"""The fields that a way of playing does not use."""

MINUTE: Final = {"second": 0, "microsecond": 0}
"""Fields of moments have minutes, and whoever leaves one as it is shown changes nothing."""


class SettingsForm(ContestForm):
    """The settings of the contest that `seen` shows, but no rounds."""

    def __init__(self, *args: Any, seen: Viewpoint, **options: Any) -> None:
        competition = seen.competition
        super().__init__(*args, viewer=competition.organiser, initial=_shown(plan_of(competition)), **options)
        may_change = changeable(competition, seen.now)
        unused = () if "play" in may_change else UNUSED[competition.play]
        for name in list(self.fields):
            setting = "tie_break" if name in TIES else name
            if setting not in may_change or name in unused:
                del self.fields[name]

    @property
    def parts(self) -> list[tuple[str, list[BoundField]]]:
        """The parts that have fields, with their titles."""
        parts = [(title, [self[name] for name in names if name in self.fields]) for title, names in PARTS]
        return [(title, fields) for title, fields in parts if fields]

    def changes(self) -> dict[str, Any]:
        """What was changed in the valid form."""
        changed = set(self.changed_data)
        changes = {name: self.cleaned_data[name] for name in changed - set(TIES)}
        return changes | ({"tie_break": self._ties()} if changed & set(TIES) else {})


def _shown(plan: Plan) -> dict[str, Any]:
    """The settings as the fields show them."""
    names = (name for _, names in PARTS for name in names if name not in TIES)
    shown = {name: getattr(plan, name) for name in names}
    for name in ("opens_at", "closes_at", "freeze_at"):
        shown[name] = shown[name] and shown[name].replace(**MINUTE)
    if plan.time_limit_s is not None:
        shown["time_limit_s"] = plan.time_limit_s // 60
    return shown | dict(zip(TIES, plan.tie_break, strict=False))
