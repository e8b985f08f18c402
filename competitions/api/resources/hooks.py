"""Webhooks and their deliveries."""

from rest_framework import serializers

from ...models.hooks import DELIVERY_STATES, HOOK_STATES, PING
from ...outbound.webhooks.organiser_events import TYPES
from ..describe import meaning
from ..fields import Choice, Choices, Moment
from .resource import Resource


@meaning("A webhook: an address that the events of a competition are posted to.")
class HookResource(Resource):
    id = serializers.CharField(help_text="Its id.")
    url = serializers.CharField(help_text="The address to which the events are posted.")
    events = Choices(TYPES, help_text="The types of events that are sent.")
    state = Choice(
        HOOK_STATES,
        help_text="`retrying`: the last delivery was not accepted, and comes again. `stopped`: nothing is "
        "sent until you ask for a delivery to be sent again.",
    )
    created_at = Moment(help_text="When it was made.")
    failing_since = Moment(
        allow_null=True, help_text="Since when a delivery has waited to be accepted; null if none waits."
    )
    next_try_at = Moment(
        allow_null=True, help_text="When the waiting delivery comes again; null if none does."
    )
    stopped_at = Moment(allow_null=True, help_text="When the webhook was stopped; null if it was not.")


@meaning("A new webhook, with the secret that its messages are signed with.")
class NewHookResource(HookResource):
    secret = serializers.CharField(
        help_text="The secret with which the messages are signed. It is shown here and never again."
    )


@meaning("What a receiver answered.")
class DeliveryAnswerResource(Resource):
    status = serializers.IntegerField(
        source="status_code", allow_null=True, help_text="The HTTP status; null: there was no answer."
    )
    text = serializers.CharField(
        source="answer_text", help_text="The first KiB of the answer, or why there was none."
    )


@meaning("An event, or a ping, that was sent to a webhook, or is to be sent.")
class DeliveryResource(Resource):
    id = serializers.CharField(help_text="The `webhook-id` of the message, the same each time.")
    type = Choice([*TYPES, PING], help_text="The type of the event, or `ping` for a test.")
    at = Moment(help_text="When the delivery was first to be sent.")
    status = Choice(
        DELIVERY_STATES,
        help_text="Whether the receiver has accepted the delivery. `stopped`: the webhook stopped at this "
        "delivery. `failed`: a ping was not accepted, and does not come again.",
    )
    attempts = serializers.IntegerField(help_text="How often it was sent.")
    next_try_at = Moment(allow_null=True, help_text="When the delivery comes again; null if it does not.")
    answer = DeliveryAnswerResource(
        source="answered",
        allow_null=True,
        help_text="The answer to the last attempt; null before the first.",
    )
