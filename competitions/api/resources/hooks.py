"""Webhooks and their deliveries."""

from rest_framework import serializers

from ...hooks.following import TYPES
from ...models.hooks import DELIVERY_STATES, HOOK_STATES
from ..fields import Choice, Choices, Moment
from .resource import Resource


class HookResource(Resource):
    id = serializers.CharField()
    url = serializers.CharField()
    events = Choices(TYPES)
    state = Choice(HOOK_STATES, help_text="`stopped`: nothing is sent until a delivery is sent again.")
    created_at = Moment()
    failing_since = Moment(allow_null=True)
    next_try_at = Moment(allow_null=True)
    stopped_at = Moment(allow_null=True)


class NewHookResource(HookResource):
    secret = serializers.CharField(help_text="It is shown here and never again.")


class DeliveryAnswerResource(Resource):
    status = serializers.IntegerField(
        source="status_code", allow_null=True, help_text="Null: there was no answer."
    )
    text = serializers.CharField(source="answer", help_text="Its first KiB, or why there was none.")


class DeliveryResource(Resource):
    id = serializers.CharField(help_text="The `webhook-id` of the message, the same each time.")
    type = Choice(TYPES)
    at = Moment(help_text="When it was first to be sent.")
    status = Choice(DELIVERY_STATES)
    attempts = serializers.IntegerField()
    next_try_at = Moment(allow_null=True)
    answer = DeliveryAnswerResource(
        source="answered", allow_null=True, help_text="To the last attempt; null before the first."
    )
