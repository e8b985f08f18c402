"""The names of a contest's settings, in words that can stand alone or in a list."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from ..translatable import Translatable

SETTINGS: Final[Mapping[str, Translatable]] = {
    "name": _("the name"),
    "about": _("the description of the contest"),
    "access": _("who may play"),
    "closes_at": _("when it closes"),
    "freeze_at": _("the start of the freeze"),
    "max_entries": _("how many may join"),
    "bots": _("whether bots may join"),
    "names": _("whether players' names are kept"),
    "rounds": _("the rounds"),
    "attempts": _("how many attempts there are"),
    "counts": _("what counts"),
    "others": _("when others may be watched"),
    "time_limit_s": _("the time for one attempt"),
    "opens_at": _("when it opens"),
    "ranking": _("how it is ranked"),
    "tie_break": _("how ties are broken"),
    "standings": _("when scores appear"),
    "play": _("how it is played"),
    "draft": _("whether it is a draft"),
}
