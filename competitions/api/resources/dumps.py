"""The dumps: months of public competitions as files, for researchers."""

from rest_framework import serializers

from ..describe import meaning
from ..fields import Text, Whole
from .resource import RenderedResource


@meaning("One of the files of a month.")
class DumpFileResource(RenderedResource):
    name = Text(help_text="The name of the file.")
    url = serializers.URLField(help_text="The address from which the file can be downloaded.")
    bytes = Whole(help_text="The length of the file in bytes.")


@meaning("All public competitions whose results were certified in a month, as files.")
class DumpResource(RenderedResource):
    month = Text(help_text="The month by UTC, as 2026-11.")
    license = Text(
        allow_null=True,
        help_text="`CC0-1.0` if the owner of the site has put the files under CC0 1.0; else null.",
    )
    files = DumpFileResource(
        many=True, help_text="The files of the month. The file `README.md` says what is in them."
    )
