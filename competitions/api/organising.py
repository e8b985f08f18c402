"""What organisers do over REST, and the audit trail of it."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ..embargo.visibility import Viewpoint, viewpoint
from ..http.keeping import CHECKED, HELD
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
from .describing import described
from .forms.competitions import CompetitionChanges
from .forms.organising import ActForm, OrganiserForm, ReasonForm, RenameForm
from .forms.queries import PageQuery
from .idempotency import Answer, answer_once
from .keeping import still_matches
from .paging import ACTS, short_page
from .parsing import asked_in, read
from .resources.acts import ActResource
from .resources.competitions import CompetitionResource, Organiser, OrganiserResource, competition_json
from .resources.entries import JudgedEntryResource
from .resources.resource import one_page, page_of
from .views import View, competition_at, seen_at


def organised_at(request: Request, competition_id: str) -> Viewpoint:
    """The caller's standing towards a competition that they organise; raises NotFound and `forbidden`."""
    seen = seen_at(competition_id, request.user, timezone.now())
    if not seen.organises:
        raise Refusal("forbidden", "Only the organiser may do this.")
    return seen


def as_it_is(request: Request, competition_id: str) -> dict[str, Any]:
    """The competition as it now is, to one of its organisers."""
    competition = competition_at(competition_id)
    seen = viewpoint(competition, request.user, timezone.now())
    return competition_json(request, competition, seen)


class OrganisersAct(View):
    """A POST by which an organiser does something to the whole competition; a repeat changes nothing."""

    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"
    act: ClassVar[Callable[..., Competition]]

    def _done(self, request: Request, competition_id: str) -> Response:
        seen = organised_at(request, competition_id)
        reason = read(ActForm, request)["reason"]
        type(self).act(competition=seen.competition, organiser=request.user, now=seen.now, reason=reason)
        return Response(as_it_is(request, competition_id))


def _described_act(name: str, sentence: str) -> Callable[..., Response]:
    """The `post` of an `OrganisersAct`."""

    @described(name, sentence, takes=ActForm, gives=CompetitionResource, problems=("wrong_state",))
    def post(self: OrganisersAct, request: Request, competition_id: str) -> Response:
        return self._done(request, competition_id)

    return post


class Publish(OrganisersAct):
    act = staticmethod(publish)
    post = _described_act("publish_competition", "Publish a draft.")


class Close(OrganisersAct):
    act = staticmethod(close)
    post = _described_act("close_competition", "Close a competition early; running attempts end as given up.")


class Cancel(OrganisersAct):
    act = staticmethod(cancel)
    post = _described_act("cancel_competition", "Cancel a competition; it counts for nothing.")


class Certify(OrganisersAct):
    act = staticmethod(certify)
    post = _described_act("certify_competition", "Certify a closed competition; its results are final.")


class Invite(View):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "renew_invite",
        "Make a new invite code in place of the old one.",
        takes=ActForm,
        gives=CompetitionResource,
        problems=("wrong_state",),
        once=True,
    )
    def post(self, request: Request, competition_id: str) -> Response:
        seen = organised_at(request, competition_id)

        def prepare() -> Callable[[], Answer]:
            reason = read(ActForm, request)["reason"]
            return lambda: Answer(200, renewed(reason))

        def renewed(reason: str) -> dict[str, Any]:
            new_invite(competition=seen.competition, organiser=request.user, now=seen.now, reason=reason)
            return as_it_is(request, competition_id)

        return answer_once(request, seen.now, prepare)


class OneCompetition(View):
    kept = CHECKED
    scopes: ClassVar[Mapping[str, str]] = {"PATCH": "organise"}
    throttle_scope = "competitions"

    @described("get_competition", "A competition, its rounds and its settings.", gives=CompetitionResource)
    def get(self, request: Request, competition_id: str) -> Response:
        seen = seen_at(competition_id, request.user, timezone.now())
        body = competition_json(request, seen.competition, seen)
        if "invite" in body:
            self.kept = HELD
        return Response(body)

    @described(
        "change_competition",
        "Change the settings that are given, all or none, as far as they may still be changed.",
        takes=CompetitionChanges,
        gives=CompetitionResource,
        problems=("wrong_state",),
    )
    def patch(self, request: Request, competition_id: str) -> Response:
        seen = organised_at(request, competition_id)
        changes = read(CompetitionChanges, request)["changes"]
        change(
            competition=seen.competition,
            organiser=request.user,
            changes=changes,
            now=seen.now,
            first=still_matches(request, lambda: as_it_is(request, competition_id)),
        )
        return Response(as_it_is(request, competition_id))


class Copy(View):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "copy_competition",
        "Make a draft with the same settings and new deals.",
        gives={201: CompetitionResource},
        once=True,
        found_by="get_competition",
    )
    def post(self, request: Request, competition_id: str) -> Response:
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

    def _done(self, request: Request, competition_id: str, entry_id: str) -> Response:
        seen = organised_at(request, competition_id)
        entry = Entry.objects.filter(pk=entry_id, competition=seen.competition).first()
        if entry is None:
            raise NotFound
        given = read(self.form, request)
        type(self).act(
            competition=seen.competition, organiser=request.user, entry=entry, now=seen.now, **given
        )
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        return Response(JudgedEntryResource.of(entry))


def _described_judgement(
    name: str,
    sentence: str,
    takes: type[ReasonForm] = ReasonForm,
    problems: tuple[str, ...] = ("wrong_state",),
) -> Callable[..., Response]:
    """The `post` of an `EntryAct`."""

    @described(name, sentence, takes=takes, gives=JudgedEntryResource, problems=problems)
    def post(self: EntryAct, request: Request, competition_id: str, entry_id: str) -> Response:
        return self._done(request, competition_id, entry_id)

    return post


class Disqualify(EntryAct):
    act = staticmethod(disqualify)
    post = _described_judgement("disqualify_entry", "Disqualify an entry; its entrant can read why.")


class Reinstate(EntryAct):
    act = staticmethod(reinstate)
    post = _described_judgement("reinstate_entry", "Let a disqualified entry count again.")


class Rename(EntryAct):
    form = RenameForm
    act = staticmethod(rename_entry)
    post = _described_judgement(
        "rename_entry",
        "Give a player another name in this competition, or with an empty one their own again.",
        takes=RenameForm,
        problems=("wrong_state", "name_taken"),
    )


class Organisers(View):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "list_organisers",
        "Who organises it: its owner first.",
        asks=PageQuery,
        gives=page_of(OrganiserResource),
    )
    def get(self, request: Request, competition_id: str) -> Response:
        query = asked_in(PageQuery, request)
        seen = seen_at(competition_id, request.user, timezone.now())
        page = short_page(organisers_of(seen.competition), request, query, key=attrgetter("player.pk"))
        return Response(page.json(OrganiserResource.each(page.rows)))

    @described(
        "add_organiser",
        "Share the competition with a player, by name; or hand it over to them, as its `owner`.",
        takes=OrganiserForm,
        gives=page_of(OrganiserResource),
        problems=("wrong_state",),
    )
    def post(self, request: Request, competition_id: str) -> Response:
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

    @described(
        "remove_organiser",
        "Share it with a player no longer; the owner may remove anyone, and others themselves.",
        gives=page_of(OrganiserResource),
        problems=("wrong_state",),
    )
    def delete(self, request: Request, competition_id: str, player_id: str) -> Response:
        seen = organised_at(request, competition_id)
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise NotFound
        competition = unshare(
            competition=seen.competition, organiser=request.user, player=player, now=seen.now
        )
        return Response(organisers_json(competition))


class Audit(View):
    compressed = True

    @described(
        "list_acts",
        "The audit trail, the oldest act first: for entrants and organisers.",
        asks=PageQuery,
        gives=page_of(ActResource),
        problems=("not_entered",),
    )
    def get(self, request: Request, competition_id: str) -> Response:
        query = asked_in(PageQuery, request)
        seen = seen_at(competition_id, request.user, timezone.now())
        if not seen.sees_trail:
            raise Refusal("not_entered", "Only entrants see the audit trail.")
        acts = seen.competition.acts.select_related("actor", "player", "round", "entry__player")
        page = ACTS.page(acts, request, query)
        return Response(page.json(ActResource.each(page.rows)))


def organisers_json(competition: Competition) -> dict[str, object]:
    return one_page(OrganiserResource.each(organisers_of(competition)))


def organisers_of(competition: Competition) -> list[Organiser]:
    others = competition.co_organisers.select_related("player")
    owners = [] if competition.organiser is None else [Organiser(competition.organiser, owner=True)]
    return [*owners, *(Organiser(each.player, owner=False) for each in others)]
