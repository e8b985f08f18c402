"""Webhooks and their deliveries."""

from rest_framework import serializers

from ...models.hooks import DELIVERY_STATES, HOOK_STATES, PING
from ...outbound.webhooks.organiser_events import TYPES
from ..describe import meaning
from ..fields import Choice, Choices, Moment
from .resource import Resource


@meaning("A webhook: an address to which the events of a competition are posted.")
class HookResource(Resource):
    id = serializers.CharField(help_text="The id of the webhook.")
    url = serializers.CharField(help_text="The address to which the events are posted.")
    events = Choices(TYPES, help_text="The types of events that are sent.")
    state = Choice(
        HOOK_STATES,
        help_text="`working`: events are sent as they happen. `retrying`: a delivery was not accepted, and "
        "will be sent again. `stopped`: no more events are sent. The webhook goes on once you ask for the "
        "delivery that was not accepted to be sent again.",
    )
    created_at = Moment(help_text="When the webhook was made.")
    failing_since = Moment(
        allow_null=True,
        help_text="When the delivery that is not accepted yet first failed; null if it has not failed. If "
        "you ask for it to be sent again, this is null, too, until it fails.",
    )
    next_try_at = Moment(
        allow_null=True,
        help_text="When the delivery that is not accepted yet is sent next; null if there is none, and if "
        "the webhook is stopped.",
    )
    stopped_at = Moment(allow_null=True, help_text="When the webhook was stopped; null if it was not.")


@meaning("A new webhook, with the secret with which its messages are signed.")
class NewHookResource(HookResource):
    secret = serializers.CharField(
        help_text="The secret with which the messages are signed. It is shown here and never again."
    )


@meaning("The answer of a receiver.")
class DeliveryAnswerResource(Resource):
    status = serializers.IntegerField(
        source="status_code", allow_null=True, help_text="The HTTP status; null if there was no answer."
    )
    text = serializers.CharField(
        source="answer_text", help_text="The first KiB of the answer, or why there was none."
    )


@meaning("A message to a webhook, with an event or as a test. It was sent, or is to be sent.")
class DeliveryResource(Resource):
    id = serializers.CharField(
        help_text="The `webhook-id` of the message. It stays the same when the message is sent again."
    )
    type = Choice([*TYPES, PING], help_text="The type of the event, or `ping` for a test.")
    at = Moment(help_text="When the message was stored, to be sent at once.")
    status = Choice(
        DELIVERY_STATES,
        help_text="`accepted`: the receiver has accepted the delivery. `waiting`: the delivery is still to "
        "be sent, or to be sent again. `stopped`: the webhook stopped at this delivery. `failed`: a ping "
        "was not accepted, and is not sent again.",
    )
    attempts = serializers.IntegerField(help_text="How often the delivery was sent.")
    next_try_at = Moment(
        allow_null=True,
        help_text="When the delivery is sent next; null unless `status` is `waiting`, and for a ping.",
    )
    answer = DeliveryAnswerResource(
        source="answered",
        allow_null=True,
        help_text="The answer to the last attempt; null before the first.",
    )
