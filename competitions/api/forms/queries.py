"""Forms that read the query of an address. All values are texts, and unknown parameters are ignored."""

import re
from typing import Any, ClassVar, Final

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games import GAMES

from ...contests.circles.weeks import Week
from ...models import Kind
from ...realtime.admission import MOST_DIGITS, as_version
from ..fields import Choice, Date, Text
from ..resources.competitions import STATES

MOST_ROWS: Final = 200
"""The greatest allowed `limit`, which is the number of rows of a page."""

IS_CURSOR: Final = RegexValidator(r"^[A-Za-z0-9_=-]+\Z", _("Send the cursor unchanged."))

IS_KEY: Final = RegexValidator(r"^[A-Za-z0-9_-]{32,64}\Z", _("Send the key unchanged."))

IS_WEEK: Final = RegexValidator(r"^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])\Z")
"""A rough pattern of weeks, for the schema. `Week.called` checks which years have 53 weeks."""

YES: Final = ("1", "true")


class YesOrNo(Choice):
    """A parameter that is yes (`1` or `true`) or no (`0` or `false`). It is no by default."""

    def __init__(self, **options: Any) -> None:
        super().__init__([*YES, "0", "false"], required=False, **options)

    def get_default(self) -> bool:  # type: ignore[override]  # it reads a text as yes or no
        return False

    def to_internal_value(self, data: Any) -> bool:  # type: ignore[override]  # as above
        return super().to_internal_value(data) in YES


class RoundField(serializers.IntegerField):
    default_error_messages: ClassVar = {"invalid": _("Must be the number of a round.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(default=None, min_value=0, max_value=99, **options)

    def to_internal_value(self, data: Any) -> int:
        if not (data.isascii() and data.isdecimal() and len(data) <= 2):
            self.fail("invalid")
        return int(data)


class VersionField(serializers.IntegerField):
    default_error_messages: ClassVar = {"invalid": _("Must be one version: digits only.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, min_value=0, max_value=10**MOST_DIGITS - 1, **options)

    def get_default(self) -> int:
        """-1 stands for a query without a version, since versions of the standings are never negative."""
        return -1

    def to_internal_value(self, data: Any) -> int:
        version = as_version(data)
        if version is None:
            self.fail("invalid")
        return version


class SizeField(serializers.IntegerField):
    default_error_messages: ClassVar = {"invalid": _("Must be a number of leaves: digits only.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=10**MOST_DIGITS - 1, **options)

    def to_internal_value(self, data: Any) -> int:
        size = as_version(data)
        if size is None:
            self.fail("invalid")
        return size


class LimitField(serializers.IntegerField):
    default_error_messages: ClassVar = dict.fromkeys(
        ("invalid", "max_value"), _("Must be a number from 1 to {max_value}.")
    )

    def __init__(self) -> None:
        text = "How many rows a page has at most; by default the service chooses."
        super().__init__(default=None, min_value=1, max_value=MOST_ROWS, help_text=text)

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch("[1-9][0-9]{0,2}", data, re.ASCII):
            self.fail("invalid", max_value=MOST_ROWS)
        return int(data)


class LimitQuery(serializers.Serializer):
    limit = LimitField()


class PageQuery(LimitQuery):
    cursor = Text(default=None, validators=[IS_CURSOR], help_text="The cursor in the `next` of a page.")


class EventsQuery(LimitQuery):
    after = Text(
        default=None, validators=[IS_CURSOR], help_text="The `cursor` of a page, to read on after that page."
    )


class CompetitionsQuery(PageQuery):
    mine = YesOrNo(
        help_text="Only competitions that the caller organises or has joined, and duels made for the caller. "
        "Needs a session, or a token with the scope `read`."
    )
    state = Choice(STATES, default=None, help_text="Only competitions in this state.")
    game = Choice(list(GAMES), default=None, help_text="Only competitions with a round of this game.")
    kind = Choice(Kind.values, default=None, help_text="Only competitions of this kind.")


class CalendarQuery(serializers.Serializer):
    key = Text(validators=[IS_KEY], help_text="The secret in the address that `POST me/calendar` gives.")


class LeavesQuery(PageQuery):
    def get_fields(self) -> dict[str, serializers.Field]:
        help_text = "The number of the first leaf; 0 by default."
        return {**super().get_fields(), "from": SizeField(default=0, help_text=help_text)}


class ConsistencyQuery(serializers.Serializer):
    old = SizeField(help_text="The size of the smaller tree.")
    new = SizeField(help_text="The size of the larger tree.")


class InclusionQuery(serializers.Serializer):
    leaf = SizeField(help_text="The number of the leaf, from 0 on.")
    size = SizeField(help_text="The size of the tree.")


class OfferedDealQuery(serializers.Serializer):
    game = Choice(list(GAMES), default=None, help_text="Only a deal of this game.")


class NoticesQuery(PageQuery):
    unread = YesOrNo(help_text="Only notices that the caller has not read.")


class DayQuery(serializers.Serializer):
    date = Date(default=None, help_text="A day, by UTC; today by default.")


class WeekField(Text):
    default_error_messages: ClassVar = {"invalid": _("Must be a week of ISO 8601, as 2026-W47.")}

    def to_internal_value(self, data: Any) -> Week:  # type: ignore[override]  # it reads a text as a week
        try:
            return Week.called(super().to_internal_value(data))
        except ValueError:
            self.fail("invalid")


class BoardQuery(serializers.Serializer):
    week = WeekField(
        default=None, validators=[IS_WEEK], help_text="A week, as 2026-W47; this week by default."
    )
    game = Choice(list(GAMES), default=None, help_text="Only the dailies of this game.")


class StandingsQuery(PageQuery):
    round = RoundField(help_text="The number of a round, for the standings of that round alone.")
    around = Choice(
        ["me"],
        default=None,
        help_text="`me`: only the rows around the viewer's own row. With `round`, the answer also has a "
        "`comparison`.",
    )
    version = VersionField(
        help_text="The newest version that the caller has heard of. If it is given, a cache may answer, with "
        "this version or a newer one. Otherwise, no cache answers."
    )


class SpreadsheetQuery(serializers.Serializer):
    round = RoundField(help_text="The number of a round, for the standings of that round alone.")
    bom = YesOrNo(help_text="Whether the file begins with a byte order mark, which spreadsheets may need.")


class LeastField(serializers.IntegerField):
    default_error_messages: ClassVar = dict.fromkeys(
        ("invalid", "max_value"), _("Must be a number from 1 to 100000.")
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(default=None, min_value=1, max_value=100_000, **options)

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch("[1-9][0-9]{0,5}", data, re.ASCII):
            self.fail("invalid")
        return int(data)


class TreeQuery(serializers.Serializer):
    least = LeastField(
        help_text="A branch is shown if at least this many players made its moves; by default, one in 50 "
        "players. For a large tree the service may use a greater number: the answer has it as `least`."
    )


class AttemptQuery(serializers.Serializer):
    words = YesOrNo(
        help_text="Whether the answer also has each move in words, and the score after each move."
    )


class StreamQuery(serializers.Serializer):
    since = VersionField(
        help_text="The version of the standings that the reader has. Only newer standings are sent. If the "
        "request has a `Last-Event-ID`, the version in this header counts, and `since` is ignored."
    )
    ticket = Text(
        default=None, allow_blank=True, help_text="A ticket of `POST tickets`, which opens one stream."
    )
