"""Finds the objects that an address names, or raises Http404."""

import re
from datetime import datetime

from django.http import Http404, HttpRequest
from django.utils import timezone

from competitions.embargo.profiles import shows_profile
from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.models import Competition, Entry, Log, Player, Round
from competitions.people.lookup import player_meant
from competitions.web.paths import PublicId
from games import GAMES
from games.game import Game


def competition_or_404(competition_id: str, viewer: Player | None) -> Competition:
    """The competition with its organiser; raises Http404 unless the viewer may know of it. One query if the
    competition is published."""
    try:
        found = Competition.read(competition_id)
    except Competition.DoesNotExist:
        raise Http404 from None
    if found.published_at is None and not viewpoint(found, viewer, timezone.now()).knows_of_it:
        raise Http404
    return found


def round_or_404(competition: Competition, number: int) -> Round:
    """The round of the competition with this number; raises Http404 if there is none."""
    for round in competition.rounds_in_order:
        if round.number == number:
            return round
    raise Http404


def told_round_or_404(competition_id: str, number: int, viewer: Player | None) -> tuple[Viewpoint, Round]:
    """The viewer's view of a competition, and a round of the competition; raises Http404 unless the viewer
    may see all games of the round."""
    seen = viewpoint(competition_or_404(competition_id, viewer), viewer, timezone.now())
    round = round_or_404(seen.competition, number)
    if not seen.tells_field(round):
        raise Http404
    return seen, round


def entry_or_404(entry_id: str, seen: Viewpoint) -> Entry:
    """An entry with its player; raises Http404 unless the viewer may know of it."""
    found = Entry.objects.filter(pk=entry_id, competition=seen.competition).select_related("player").first()
    if found is None or not seen.sees_standings:
        raise Http404
    return found


def game_or_404(slug: str) -> Game:
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]


def player_or_404(who: str) -> Player:
    """The player whom the address names, by id or by account name; raises Http404 if there is none."""
    try:
        return player_meant(who)
    except Player.DoesNotExist:
        raise Http404 from None


def shown_player_or_404(who: str, viewer: Player | None) -> Player:
    """The player named in an address; raises Http404 if the viewer may see only the name."""
    player = player_or_404(who)
    if not shows_profile(player, viewer):
        raise Http404
    return player


def result_or_404(log_id: str, viewer: Player | None, now: datetime) -> tuple[Log, Viewpoint]:
    """The log of an ended attempt that the viewer may know of, and the viewer's view of its competition."""
    if not re.fullmatch(PublicId.regex, log_id):
        raise Http404
    try:
        log = Log.read(log_id)
    except Log.DoesNotExist:
        raise Http404 from None
    if log.attempt is None:
        raise Http404
    seen = viewpoint(competition_or_404(log.entry.competition_id, viewer), viewer, now)
    if not seen.sees_attempt(log.attempt):
        raise Http404
    return log, seen


def results_or_404(
    request: HttpRequest, log_id: str, viewer: Player | None, now: datetime
) -> tuple[list[Log], Viewpoint]:
    """The log of `result_or_404`, then the log that `?with=` names, if any. Raises Http404 if the second log
    equals the first or is of another round. The rounds and entries of the logs' attempts are loaded."""
    log, seen = result_or_404(log_id, viewer, now)
    logs = [log]
    if "with" in request.GET:
        other, _ = result_or_404(request.GET["with"], viewer, now)
        if other == log or other.round_id != log.round_id:
            raise Http404
        other.round = log.round
        logs.append(other)
    for each in logs:
        assert each.attempt is not None  # a log without an attempt was answered with 404 before
        each.attempt.round, each.attempt.entry = each.round, each.entry
    return logs, seen


def page_number(request: HttpRequest) -> int:
    """The number in `?page=`; 1 if there is none."""
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and int(text)):
        raise Http404
    return int(text)


def version_begun_with(request: HttpRequest, version: int) -> int:
    """The version of the standings when the reader opened the first page. Links to later pages carry that
    version as `?since=`. On the first page, or without `?since=`, the answer is `version`."""
    text = str(version) if page_number(request) == 1 else request.GET.get("since", str(version))
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise Http404
    return int(text)
