"""Making a guest, and the caller's own player."""

from collections.abc import Mapping
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.rename_player import change_player
from ...models import Player
from ...moderation.close_player import close_guest
from ...people.register import register_with_token
from ...web.caching import CHECKED
from ..authentication import ALL, caller_of, token_in
from ..describe import described
from ..forms.players import GuestForm, PlayerChanges
from ..read_request import read
from ..resources.players import MeResource, NewPlayer, NewPlayerResource
from ..tags import still_matches
from .view import ApiView


class GuestsView(ApiView):
    throttle_scope = "guests"

    @described(
        "create_guest",
        "Become a player with only a name. The answer has a token.",
        takes=GuestForm,
        gives={201: NewPlayerResource},
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()
        form = read(GuestForm, request)
        player, secret = register_with_token(name=form["name"], bot=form["bot"], now=now)
        return Response(NewPlayerResource.of(NewPlayer(player, secret)), status=201)


class MeView(ApiView):
    kept = CHECKED
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read", "PATCH": ALL, "DELETE": ALL}
    throttle_scope = "names"
    for_the_barred = ("DELETE",)

    @described("get_me", "The caller's own player.", gives=MeResource)
    def get(self, request: Request) -> Response:
        return Response(MeResource.of(request.user))

    @described(
        "change_me",
        "Change the caller's name everywhere, make their profile private, or choose a language.",
        takes=PlayerChanges,
        gives=MeResource,
        problems=("name_taken",),
    )
    def patch(self, request: Request) -> Response:
        changes = read(PlayerChanges, request)
        first = still_matches(request, lambda: MeResource.of(Player.objects.get(pk=request.user.pk)))
        if "language" in changes:
            changes["language"] = changes["language"] or ""
        changed = change_player(player=caller_of(request), now=timezone.now(), first=first, **changes)
        return Response(MeResource.of(changed))

    @described(
        "delete_me",
        "Delete a guest's or bot's name, tokens and sessions at once. The player's results stay "
        "under a neutral name.",
        gives={204: ()},
    )
    def delete(self, request: Request) -> Response:
        """A token is enough to delete a guest or bot, which has no other way to prove who it is."""
        if token_in(request) is None:
            raise PermissionDenied(_("Send a token, or confirm it on the page /me/delete."))
        close_guest(player=caller_of(request), now=timezone.now())
        return Response(status=204)
