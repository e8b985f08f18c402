"""Duels: two players play the same deals within a week. A duel may have a rematch."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.game import Game

from ..ledger.ledger import hold
from ..models import Access, Competition, Counts, Kind, Notice, NoticeType, Others, Play, Player, Scores
from ..models.competitions import PLACES_OF_A_DUEL
from ..models.contest_names import name_columns
from ..models.windows import over
from ..outbound.notices.notify import notify
from ..refusals import Refusal, invalid
from ..translatable import with_facts
from .auto_close import close_if_all_have_played
from .copy_contest import repeat_plan
from .create import create_competition
from .join import DUEL_LASTS, enter
from .plans import Plan, RoundPlan, plan_of

MOST_ROUNDS_OF_A_DUEL: Final = 9

MOST_OF_ONE_PLAYER: Final = 3
"""How many duels of one player may wait for the same opponent at a time. The limit is low, since each duel
sends the opponent a notice, and perhaps a mail."""

MOST_OF_ALL: Final = 50
"""How many duels of all players together may wait for one opponent at a time."""


WAIT_ALREADY: Final = ngettext_lazy(
    "%(duels)d duel of yours waits for this player already.",
    "%(duels)d duels of yours wait for this player already.",
    "duels",
)


def make_duel(
    *,
    game: Game,
    rules: Mapping[str, str],
    rounds: int = 1,
    time_limit_s: int | None = None,
    against: Player | None = None,
    player: Player,
    now: datetime,
) -> Competition:
    """Make a duel, which `player` joins. The opponent is `against`. If `against` is None, the opponent is
    the first player who joins by the duel's link. Raises `invalid` if `against` is `player`, was banned or
    has left. Raises `full` if too many duels wait for the opponent."""
    if against == player:
        raise invalid("against", _("Nobody plays a duel against themselves."))
    plan = Plan(
        **name_columns("duel", game=game.slug),
        access=Access.UNLISTED,
        play=Play.SEALED,
        attempts=1,
        counts=Counts.BEST,
        others=Others.FINISHED,
        standings=Scores.OWN,
        time_limit_s=time_limit_s,
        closes_at=now + DUEL_LASTS,
        max_entries=PLACES_OF_A_DUEL,
        rounds=[RoundPlan(game=game, rules=game.settle_rules(rules)) for _ in range(rounds)],
    )
    with transaction.atomic():
        if against is not None:
            _require_takes_duels(against, player, now)
        made = create_competition(organiser=None, plan=plan, now=now, kind=Kind.DUEL, against=against)
        enter(hold(made.pk), player, now)
    return made


def _require_takes_duels(against: Player, player: Player, now: datetime) -> None:
    """Raises `invalid` if the opponent was banned or has left, and `full` if too many duels wait for the
    opponent. The rows of both players are locked, so that the opponent cannot leave or get other duels
    until the transaction ends."""
    if _lock_players([player, against])[against.pk].plays_no_more:
        raise invalid("against", _("That player plays no more."))
    waiting = against.awaited.exclude(over("closes_at", now)).filter(entrants=1, cancelled_at=None)
    if waiting.filter(entries__player=player).count() >= MOST_OF_ONE_PLAYER:
        raise Refusal("full", with_facts(WAIT_ALREADY, duels=MOST_OF_ONE_PLAYER))
    if waiting.count() >= MOST_OF_ALL:
        raise Refusal("full", _("Too many duels wait for this player: try again in some days."))


def _lock_players(players: Iterable[Player]) -> Mapping[str, Player]:
    """Lock the rows of the players until the transaction ends, and return the players by id. Locking in the
    order of the keys prevents deadlocks."""
    keys = [player.pk for player in players]
    return Player.objects.select_for_update(no_key=True).order_by("pk").in_bulk(keys)


def rematch(*, competition: Competition, player: Player, now: datetime) -> tuple[Competition, bool]:
    """Return the rematch of a duel, and whether the rematch is new. A rematch has the same settings as the
    duel, but new deals. Both players have joined it already. Simultaneous requests get the same rematch.

    Raises `forbidden` for players who are not in the duel. Raises `wrong_state` if the competition is no duel
    or has not closed, if the duel had no second player, and if one of the two was banned or has left.
    """
    if competition.kind != Kind.DUEL:
        raise Refusal("wrong_state", _("Only a duel has a rematch."))
    entries = competition.entries.select_related("player").order_by("event")
    players = [entry.player for entry in entries]
    if player not in players:
        raise Refusal("forbidden", _("Only the two who played this duel have a rematch."))
    # If the last game has just ended, the follower that closes the duel may not have run yet.
    close_if_all_have_played(competition_id=competition.pk, now=now)
    now = max(now, timezone.now())
    competition = Competition.read(competition.pk)
    if competition.state(now) not in ("closed", "final"):
        raise Refusal("wrong_state", _("The duel is still on: a rematch comes after it."))
    if len(players) < PLACES_OF_A_DUEL:
        raise Refusal("wrong_state", _("Nobody has taken up this duel."))
    there = Competition.objects.filter(rematch_of=competition)
    if (found := there.first()) is not None:
        return found, False
    plan = replace(repeat_plan(plan_of(competition), now), closes_at=now + DUEL_LASTS)
    try:
        with transaction.atomic():
            if any(each.plays_no_more for each in _lock_players(players).values()):
                raise Refusal("wrong_state", _("Your opponent plays no more."))
            made = create_competition(
                organiser=None,
                plan=plan,
                now=now,
                kind=Kind.DUEL,
                against=competition.against,
                rematch_of=competition,
            )
            held = hold(made.pk)
            entered = {each: enter(held, each, now) for each in players}
            notify(
                [
                    Notice(
                        player=each,
                        type=NoticeType.REMATCH,
                        key=made.pk,
                        competition=made,
                        entry=entered[player],
                        at=now,
                    )
                    for each in players
                    if each != player
                ]
            )
    except IntegrityError:  # the opponent asked at the same moment
        return there.get(), False
    return made, True
