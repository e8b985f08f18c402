"""Webhooks, for organisers alone."""

from collections.abc import Mapping
from typing import ClassVar

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.webhooks import add_hook, ping, remove_hook, send_again
from ...embargo.visibility import Viewpoint
from ...models import Delivery, Hook
from ...models.hooks import MOST_HOOKS
from ..authentication import caller_of
from ..describe import described
from ..forms.hooks import HookForm
from ..forms.queries import PageQuery
from ..paging import DELIVERIES, HOOKS
from ..read_request import read, read_query
from ..resources.hooks import DeliveryResource, HookResource, NewHookResource
from ..resources.resource import page_of
from .lookups import viewpoint_of_organiser
from .view import ApiView


class HooksView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "organise", "POST": "organise"}
    throttle_scope = "webhooks"

    @described(
        "list_webhooks",
        "List the webhooks of a competition, the oldest first.",
        asks=PageQuery,
        gives=page_of(HookResource),
    )
    def get(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        query = read_query(PageQuery, request)
        page = HOOKS.page(seen.competition.hooks.all(), request, query)
        return Response(page.json(HookResource.each(page.rows)))

    @described(
        "create_webhook",
        "Make a webhook, which posts the competition's events to an address from now on. A competition "
        f"has at most {MOST_HOOKS} webhooks. The secret is shown here and never again.",
        takes=HookForm,
        gives={201: NewHookResource},
        problems=("full",),
    )
    def post(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        form = read(HookForm, request)
        hook, secret = add_hook(
            competition=seen.competition, organiser=caller_of(request), now=seen.now, **form
        )
        return Response(HookResource.of(hook) | {"secret": secret}, status=201)


class HookView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"DELETE": "organise"}
    throttle_scope = "webhooks"

    @described("delete_webhook", "Delete a webhook. Nothing more is sent to its address.", gives={204: ()})
    def delete(self, request: Request, competition_id: str, hook_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        hook = _hook_of(seen, hook_id)
        remove_hook(competition=seen.competition, organiser=caller_of(request), hook=hook, now=seen.now)
        return Response(status=204)


class PingView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "webhooks"

    @described(
        "ping_webhook",
        "Send a message of the type `ping` as a test, even if the webhook is stopped. The message is "
        "sent soon, and only once. The list of deliveries shows the outcome.",
        gives={202: DeliveryResource},
    )
    def post(self, request: Request, competition_id: str, hook_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        hook = _hook_of(seen, hook_id)
        sent = ping(competition=seen.competition, organiser=caller_of(request), hook=hook, now=seen.now)
        return Response(DeliveryResource.of(sent), status=202)


class DeliveriesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "organise"}

    @described(
        "list_deliveries",
        "List the deliveries of a webhook, the newest first. A delivery is kept for a week after "
        "the receiver accepted it.",
        asks=PageQuery,
        gives=page_of(DeliveryResource),
    )
    def get(self, request: Request, competition_id: str, hook_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        hook, query = _hook_of(seen, hook_id), read_query(PageQuery, request)
        page = DELIVERIES.page(hook.deliveries.select_related("hook"), request, query)
        return Response(page.json(DeliveryResource.each(page.rows)))


class ResendView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "webhooks"

    @described(
        "resend_delivery",
        "Send a delivery again, with the same id. If the webhook stopped at this delivery, the "
        "webhook goes on.",
        gives=DeliveryResource,
    )
    def post(self, request: Request, competition_id: str, hook_id: str, delivery_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        delivery = Delivery.objects.filter(pk=delivery_id, hook=_hook_of(seen, hook_id)).first()
        if delivery is None:
            raise NotFound
        sent = send_again(
            competition=seen.competition, organiser=caller_of(request), delivery=delivery, now=seen.now
        )
        return Response(DeliveryResource.of(sent))


def _hook_of(seen: Viewpoint, hook_id: str) -> Hook:
    hook = seen.competition.hooks.filter(pk=hook_id).first()
    if hook is None:
        raise NotFound
    return hook
