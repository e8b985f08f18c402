"""What a reader of a stream asks for in its address."""

from typing import ClassVar

from rest_framework import serializers

from ...sockets.admission import MOST_DIGITS, as_version
from ..fields import Text


class VersionAsked(serializers.IntegerField):
    default_error_messages: ClassVar = {"invalid": "Must be one version: digits only."}

    def __init__(self, **options: object) -> None:
        super().__init__(default=-1, min_value=0, max_value=10**MOST_DIGITS - 1, **options)

    def to_internal_value(self, data: str) -> int:
        version = as_version(data)
        if version is None:
            self.fail("invalid")
        return version


class StreamQuery(serializers.Serializer):
    since = VersionAsked(
        help_text="The version that is known: older standings are not sent. `Last-Event-ID` says it too."
    )
    ticket = Text(default=None, allow_blank=True, help_text="Of `POST tickets`; it opens one stream.")
