"""The fields of the REST framework, made strict: a field accepts only values of its own type.

In an answer, only times are converted. Every other value already has the right type, and its field only
describes it.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from ..times import moment

NESTED: Final[dict[str, Any]] = {
    "invalid": _("Must be an object."),
    "not_a_list": _("Must be a list."),
    "empty": _("Must not be empty."),
}
"""The error messages for objects in a body, and for lists of objects."""

FULL_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
RFC_3339 = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})", re.ASCII)


class Text(serializers.CharField):
    """A string. Blanks at its ends stay. Lone surrogates and NUL are refused."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class Cleaned(Text):
    """A string that `people.clean_text` cleans later. NUL is removed here, or the REST framework would refuse
    the string.

    `shortest` and `longest` limit the length of the cleaned text. This field only gives these limits to the
    schema. The cleaning enforces the limits.
    """

    def __init__(self, shortest: int, longest: int, **options: Any) -> None:
        self.shortest, self.longest = shortest, longest
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data).replace("\0", "")


class Whole(serializers.IntegerField):
    """An integer; `true`, 1.5 and "1" are refused."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Flag(serializers.BooleanField):
    """`true` or `false`."""

    default_error_messages: ClassVar = {"invalid": _("Must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class Choice(serializers.ChoiceField):
    """One of a few texts. The error lists these texts, and does not repeat the given value."""

    default_error_messages: ClassVar = {"invalid_choice": _("Must be one of: {choices}.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", choices=", ".join(self.choices))
        return data


class Choices(serializers.ListField):
    """A list of some of the allowed texts, in the client's order. No text may be repeated."""

    default_error_messages: ClassVar = {
        "invalid": _("Must be a list of some of these, each once: {choices}."),
        "empty": _("Name at least one."),
    }

    def __init__(self, choices: Sequence[str], *, allow_empty: bool = True, **options: Any) -> None:
        self.texts = choices
        super().__init__(child=Choice(choices), allow_empty=allow_empty, **options)

    def to_internal_value(self, data: Any) -> list[str]:
        known = isinstance(data, list) and all(isinstance(each, str) and each in self.texts for each in data)
        if known and not data and not self.allow_empty:
            self.fail("empty")
        if not known or len(set(data)) < len(data):
            self.fail("invalid", choices=", ".join(self.texts))
        return [*data]


class RawTexts(serializers.ListField):
    """A list of any strings. The rules of the game check these later.

    Wrong items give only one error for the whole list, since a list may have thousands of items.
    """

    child = Text(allow_blank=True)
    default_error_messages: ClassVar = {"invalid": _("Must be a list of texts.")}

    def to_internal_value(self, data: Any) -> list[str]:
        if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
            self.fail("invalid")
        return data


class Options(serializers.DictField):
    """An object with the options of a game. The game checks their names and values."""

    default_error_messages: ClassVar = {"not_a_dict": _("Must be an object.")}


class Date(serializers.DateField):
    """A day without a time, as 2026-11-21."""

    default_error_messages: ClassVar = {"invalid": _("Must be a day, as 2026-11-21.")}

    def to_internal_value(self, data: Any) -> date:
        if not isinstance(data, str) or not FULL_DATE.fullmatch(data):
            self.fail("invalid")
        try:
            return date.fromisoformat(data)
        except ValueError:
            self.fail("invalid")

    def to_representation(self, value: date) -> str:
        return value.isoformat()


class Moment(serializers.DateTimeField):
    """An RFC 3339 time with its offset, converted to UTC."""

    default_error_messages: ClassVar = {"invalid": _("Must be an RFC 3339 time, as 2026-11-21T18:30:00Z.")}

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str) or not RFC_3339.fullmatch(data):
            self.fail("invalid")
        try:
            return datetime.fromisoformat(data.upper()).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail("invalid")

    def to_representation(self, value: datetime) -> str:
        return moment(value)
