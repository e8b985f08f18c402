"""What organisers do over REST, and the audit trail of it."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ..embargo.visibility import Viewpoint, viewpoint
from ..models import Competition, Entry, Player
from ..organising.changing import change
from ..organising.closing import cancel, certify, close
from ..organising.copying import copy
from ..organising.disqualifying import disqualify, reinstate
from ..organising.inviting import new_invite
from ..organising.publishing import publish
from ..organising.renaming import rename_entry
from ..organising.sharing import hand_over, share, unshare
from ..players.finding import player_called
from ..refusals import Refusal, invalid
from ..scoring.standings import player_json
from .forms.competitions import CompetitionChanges
from .forms.organising import ActForm, OrganiserForm, ReasonForm, RenameForm
from .idempotency import Answer, answer_once
from .paging import InOrder
from .parsing import read
from .resources.acts import act_json
from .resources.competitions import competition_json
from .resources.entries import entry_json
from .resources.resource import one_page
from .views import View, competition_at, seen_at


def organised_at(request: Request, competition_id: str) -> Viewpoint:
    """The caller's standing towards a competition that they organise; raises NotFound and `forbidden`."""
    seen = seen_at(competition_id, request.user, timezone.now())
    if not seen.organises:
        raise Refusal("forbidden", "Only the organiser may do this.")
    return seen


def as_it_is(request: Request, competition_id: str) -> Response:
    """The competition as it now is, to one of its organisers."""
    competition = competition_at(competition_id)
    seen = viewpoint(competition, request.user, timezone.now())
    return Response(competition_json(request, competition, seen))


class OrganisersAct(View):
    """A POST by which an organiser does something to the whole competition; a repeat changes nothing."""

    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"
    act: ClassVar[Callable[..., Competition]]

    def post(self, request: Request, competition_id: str) -> Response:
        seen = organised_at(request, competition_id)
        reason = read(ActForm, request)["reason"]
        type(self).act(competition=seen.competition, organiser=request.user, now=seen.now, reason=reason)
        return as_it_is(request, competition_id)


class Publish(OrganisersAct):
    act = staticmethod(publish)


class Close(OrganisersAct):
    act = staticmethod(close)


class Cancel(OrganisersAct):
    act = staticmethod(cancel)


class Certify(OrganisersAct):
    act = staticmethod(certify)


class Invite(OrganisersAct):
    """Each POST makes a new code: `invite` in the answer."""

    act = staticmethod(new_invite)


class OneCompetition(View):
    scopes: ClassVar[Mapping[str, str]] = {"PATCH": "organise"}
    throttle_scope = "competitions"

    def get(self, request: Request, competition_id: str) -> Response:
        seen = seen_at(competition_id, request.user, timezone.now())
        return Response(competition_json(request, seen.competition, seen))

    def patch(self, request: Request, competition_id: str) -> Response:
        """Change the settings that are given, as far as they may still be changed."""
        seen = organised_at(request, competition_id)
        changes = read(CompetitionChanges, request)["changes"]
        change(competition=seen.competition, organiser=request.user, changes=changes, now=seen.now)
        return as_it_is(request, competition_id)


class Copy(View):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    def post(self, request: Request, competition_id: str) -> Response:
        """A draft with the same settings and new deals."""
        seen = organised_at(request, competition_id)

        def make() -> Answer:
            made = copy(competition=seen.competition, organiser=request.user, now=seen.now)
            competition = competition_at(made.pk)
            body = competition_json(request, competition, viewpoint(competition, request.user, seen.now))
            return Answer(201, body)

        return answer_once(request, seen.now, lambda: make)


class EntryAct(View):
    """A POST by which an organiser does something to one entry, and says why; a repeat changes nothing."""

    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"
    form: ClassVar = ReasonForm
    act: ClassVar[Callable[..., Entry]]

    def post(self, request: Request, competition_id: str, entry_id: str) -> Response:
        seen = organised_at(request, competition_id)
        entry = Entry.objects.filter(pk=entry_id, competition=seen.competition).first()
        if entry is None:
            raise NotFound
        given = read(self.form, request)
        type(self).act(
            competition=seen.competition, organiser=request.user, entry=entry, now=seen.now, **given
        )
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        return Response(entry_json(entry) | {"disqualified": entry.disqualified_at is not None})


class Disqualify(EntryAct):
    act = staticmethod(disqualify)


class Reinstate(EntryAct):
    act = staticmethod(reinstate)


class Rename(EntryAct):
    """Another name for the player in this competition; an empty one gives them back their own."""

    form = RenameForm
    act = staticmethod(rename_entry)


class Organisers(View):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    def get(self, request: Request, competition_id: str) -> Response:
        """Who organises it: its owner first."""
        seen = seen_at(competition_id, request.user, timezone.now())
        return Response(organisers_json(seen.competition))

    def post(self, request: Request, competition_id: str) -> Response:
        """Share the competition with a player, by name; as its `owner`, hand it over to them."""
        seen = organised_at(request, competition_id)
        form = read(OrganiserForm, request)
        player = player_called(form["name"])
        if player is None:
            raise invalid("name", "There is no player of this name.")
        act = hand_over if form["owner"] else share
        competition = act(competition=seen.competition, organiser=request.user, player=player, now=seen.now)
        return Response(organisers_json(competition))


class OneOrganiser(View):
    scopes: ClassVar[Mapping[str, str]] = {"DELETE": "organise"}
    throttle_scope = "competitions"

    def delete(self, request: Request, competition_id: str, player_id: str) -> Response:
        """Share it with a player no longer; the owner may remove anyone, and others themselves."""
        seen = organised_at(request, competition_id)
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise NotFound
        competition = unshare(
            competition=seen.competition, organiser=request.user, player=player, now=seen.now
        )
        return Response(organisers_json(competition))


class Audit(View):
    def get(self, request: Request, competition_id: str) -> Response:
        """The audit trail, the oldest act first: for entrants and organisers."""
        seen = seen_at(competition_id, request.user, timezone.now())
        if not seen.organises and seen.entry is None:
            raise Refusal("not_entered", "Only entrants see the audit trail.")
        acts = seen.competition.acts.select_related("actor", "player", "round", "entry__player")
        pages = InOrder()
        page = pages.paginate_queryset(acts, request)
        return pages.get_paginated_response([act_json(act) for act in page])


def organisers_json(competition: Competition) -> dict[str, object]:
    others = competition.co_organisers.select_related("player")
    return one_page(
        [
            {"player": player_json(competition.organiser), "owner": True},
            *({"player": player_json(each.player), "owner": False} for each in others),
        ]
    )
