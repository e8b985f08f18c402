"""Marking notices as read."""

from rest_framework import serializers

from ..describe import meaning
from ..fields import Moment


@meaning("Up to when the caller has read their notices.")
class ReadForm(serializers.Serializer):
    before = Moment(help_text="The `at` of a notice: all notices up to it count as read.")
