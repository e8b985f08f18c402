"""Free names that are like one that is taken: with an initial, or with a number."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from confusable_homoglyphs.categories import alias
from django.db.models import Q

from ..models import Player
from ..refusals import Refusal
from .naming import LONGEST, PlayerName, player_name

OFFERED: Final = 3

INITIALS: Final[Mapping[str, str]] = {
    "LATIN": "ABCDEFGHJKLMNPRSTW",
    "CYRILLIC": "\u0411\u0413\u0414\u0416\u041b\u041f\u0424\u0426\u0427\u0428",
    "GREEK": "\u0393\u0394\u0398\u039b\u039e\u03a0\u03a3\u03a6\u03a8\u03a9",
}
"""Initials by the script of a name, of letters that are seldom taken for others. Names in other scripts get
numbers alone."""

EARLIER_ENDING: Final = re.compile(r" (\d{1,4}|\w)$")
"""What an offered name ends in, so that `Ada 2` is followed by `Ada 3` and not by `Ada 2 2`."""


def taken(name: str) -> Refusal:
    """The refusal of a name that looks like another player's."""
    return Refusal(
        "name_taken",
        "That name is taken, or looks too much like one that is.",
        suggestions=free_names(name),
    )


def free_names(taken: str, chance: random.Random | None = None) -> list[str]:
    """Up to `OFFERED` names like `taken`, which is a name, that nobody has and that do not look alike.

    It tries some twenty names with one query, however many players there are. A
    name may be taken by the time it is asked for.
    """
    candidates = list(_candidates(taken, chance or random.Random()))
    used = _in_use(candidates)
    found: list[str] = []
    for each in candidates:
        if not used & {("look", each.look), ("shape", each.shape)}:
            used |= {("look", each.look), ("shape", each.shape)}
            found.append(each.name)
    return found[:OFFERED]


def _candidates(taken: str, chance: random.Random) -> Iterator[PlayerName]:
    """An initial, then the smallest numbers; the rest is for names that many people have."""
    stem = EARLIER_ENDING.sub("", taken) or taken
    letters = INITIALS.get(alias(stem[0]), "")
    initials = chance.sample(letters, k=min(6, len(letters)))
    larger = chance.sample(range(10, 100), k=4) + chance.sample(range(100, 10_000), k=4)
    for ending in [*initials[:1], *range(2, 8), *initials[1:], *larger]:
        try:
            room = LONGEST - len(f" {ending}")
            yield player_name(f"{stem[:room].rstrip()} {ending}")
        except Refusal:  # cut in the middle of what was one letter, say
            continue


def _in_use(candidates: Sequence[PlayerName]) -> set[tuple[str, str | None]]:
    alike = Player.objects.filter(
        Q(look__in=[each.look for each in candidates]) | Q(shape__in=[each.shape for each in candidates])
    )
    return {
        (kind, seen)
        for look, shape in alike.values_list("look", "shape")
        for kind, seen in (("look", look), ("shape", shape))
    }
