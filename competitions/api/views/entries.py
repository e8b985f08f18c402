"""Entries: joining a competition, and acts of organisers on an entry."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import ngettext_lazy
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests import grants
from ...contests.disqualify import disqualify, reinstate
from ...contests.join import join
from ...contests.message import write_message
from ...contests.rename_entry import rename_entry
from ...embargo.visibility import Viewpoint
from ...models import Act, Entry, Round
from ...refusals import invalid
from ...translatable import with_facts
from ..authentication import caller_of, viewer_of
from ..describe import described
from ..forms.organiser_acts import GrantForm, PlayerMessageForm, ReasonForm, RenameForm
from ..forms.play import EntryForm
from ..idempotency import JsonAnswer, answer_once
from ..read_request import read
from ..resources.acts import GrantResource, MessageActResource
from ..resources.entries import EntryResource, JudgedEntryResource
from .lookups import viewpoint_at, viewpoint_of_organiser
from .view import ApiView

ROUNDS: Final = ngettext_lazy(
    "It has %(rounds)d round.",
    "It has %(rounds)d rounds.",
    "rounds",
)


class EntriesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "entries"

    @described(
        "join_competition",
        "Join a competition. A player who has already joined gets 200.",
        takes=EntryForm,
        gives={201: EntryResource, 200: EntryResource},
        problems=("bad_invite", "full", "wrong_state", "name_taken"),
        once=True,
    )
    def post(self, request: Request, competition_id: str) -> Response:
        now = timezone.now()
        competition = viewpoint_at(competition_id, viewer_of(request), now).competition

        def prepare() -> Callable[[], JsonAnswer]:
            form = read(EntryForm, request)
            return lambda: enter(**form)

        def enter(**given: str | None) -> JsonAnswer:
            entry, new = join(competition=competition, player=caller_of(request), now=now, **given)
            return JsonAnswer(201 if new else 200, EntryResource.of(entry))

        return answer_once(request, now, prepare)


class EntryActView(ApiView):
    """A view whose POST is an organiser's act on an entry, with a reason. Repeating the act changes
    nothing."""

    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"
    form: ClassVar = ReasonForm
    act: ClassVar[Callable[..., Entry]]

    def act_on(self, request: Request, competition_id: str, entry_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        entry = _entry_in(seen, entry_id)
        given = read(self.form, request)
        type(self).act(
            competition=seen.competition, organiser=request.user, entry=entry, now=seen.now, **given
        )
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        return Response(JudgedEntryResource.of(entry))


def _entry_in(seen: Viewpoint, entry_id: str) -> Entry:
    """The entry with this id in the competition. Raises NotFound if there is none."""
    entry = Entry.objects.filter(pk=entry_id, competition=seen.competition).first()
    if entry is None:
        raise NotFound
    return entry


def _round_in_body(seen: Viewpoint, number: int) -> Round:
    """The competition's round with this number. Raises `invalid` if there is none."""
    rounds = seen.competition.rounds_in_order
    if number > len(rounds):
        raise invalid("round", with_facts(ROUNDS, rounds=len(rounds)))
    return rounds[number - 1]


def _described_judgement(
    name: str,
    sentence: str,
    takes: type[ReasonForm] = ReasonForm,
    problems: tuple[str, ...] = ("wrong_state",),
) -> Callable[..., Response]:
    """Return the `post` of an EntryActView, with its description for the schema."""

    @described(name, sentence, takes=takes, gives=JudgedEntryResource, problems=problems)
    def post(self: EntryActView, request: Request, competition_id: str, entry_id: str) -> Response:
        return self.act_on(request, competition_id, entry_id)

    return post


class DisqualifyView(EntryActView):
    act = staticmethod(disqualify)
    post = _described_judgement("disqualify_entry", "Disqualify an entry; its entrant can read why.")


class ReinstateView(EntryActView):
    act = staticmethod(reinstate)
    post = _described_judgement("reinstate_entry", "Let a disqualified entry count again.")


class RenameView(EntryActView):
    form = RenameForm
    act = staticmethod(rename_entry)
    post = _described_judgement(
        "rename_entry",
        "Give a player another name in this competition; an empty name gives them their own again.",
        takes=RenameForm,
        problems=("wrong_state", "name_taken"),
    )


class GrantsView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "grant",
        "Grant a player a fresh attempt at a round, more time, or that a result counts for nothing or again.",
        takes=GrantForm,
        gives={201: GrantResource},
        problems=("round_not_open", "wrong_state"),
        once=True,
    )
    def post(self, request: Request, competition_id: str, entry_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        entry = _entry_in(seen, entry_id)

        def prepare() -> Callable[[], JsonAnswer]:
            form = read(GrantForm, request)
            return lambda: granted(**form)

        def granted(
            *,
            round: int,
            reason: str,
            attempt: bool,
            extra_ms: int | None,
            set_aside: bool,
            count_again: bool,
        ) -> JsonAnswer:
            grant: Callable[..., Act]
            if extra_ms is not None:
                grant = partial(grants.grant_time, extra_ms=extra_ms)
            elif set_aside:
                grant = grants.set_aside
            else:
                grant = grants.grant_attempt if attempt else grants.count_again
            act = grant(
                competition=seen.competition,
                organiser=caller_of(request),
                entry=entry,
                round=_round_in_body(seen, round),
                reason=reason,
                now=seen.now,
            )
            return JsonAnswer(201, GrantResource.of(act))

        return answer_once(request, seen.now, prepare)


class MessagesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "write_message",
        "Write to one player of the competition. The player gets a notice, and all entrants can read it.",
        takes=PlayerMessageForm,
        gives={201: MessageActResource},
        problems=("full", "wrong_state"),
        once=True,
    )
    def post(self, request: Request, competition_id: str, entry_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        entry = _entry_in(seen, entry_id)

        def prepare() -> Callable[[], JsonAnswer]:
            form = read(PlayerMessageForm, request)
            return lambda: written(**form)

        def written(*, text: str) -> JsonAnswer:
            organiser = caller_of(request)
            act = write_message(
                competition=seen.competition, organiser=organiser, entry=entry, text=text, now=seen.now
            )
            return JsonAnswer(201, MessageActResource.of(act))

        return answer_once(request, seen.now, prepare)
