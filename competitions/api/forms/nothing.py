"""No settings."""

from rest_framework import serializers


class NothingForm(serializers.Serializer):
    """A body in which nothing is known: for what needs to be told no more than its path."""
