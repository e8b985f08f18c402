"""What each resource looks like in an answer, field by field."""

import json
from typing import Any

from django.urls import reverse
from rest_framework.request import Request

from games.game import Game
from games.teaching import TEACHERS

from ..embargo.visibility import Viewpoint
from ..http.times import moment
from ..models import Act, Attempt, Competition, Entry, Log, Round
from ..playing.dealer import Snapshot, snapshot_of
from ..scoring.standings import player_json

Body = dict[str, Any]


def game_json(game: Game) -> Body:
    return {
        "slug": game.slug,
        "name": game.name,
        "goal": game.about.goal,
        "options": {option: list(values) for option, values in game.options.items()},
        "score_order": game.score_order,
        "worst_score": game.worst_score(game.settle_rules({})),
        "move_limit": game.move_limit,
        "rules_text": game.rules_text,
        "source": game.about.source,
        "pile_names": dict(TEACHERS[game.slug].pile_names),
    }


def competition_json(request: Request, competition: Competition, seen: Viewpoint) -> Body:
    body = {
        "id": competition.pk,
        "kind": "contest",
        "state": competition.state(seen.now),
        "url": request.build_absolute_uri(reverse("competition", args=(competition.pk,))),
        "name": competition.name,
        "about": competition.about,
        "access": competition.access,
        "play": competition.play,
        "attempts": competition.attempts,
        "counts": competition.counts,
        "others": competition.others,
        "opens_at": moment(competition.opens_at),
        "closes_at": moment(competition.closes_at),
        "time_limit_s": competition.time_limit_s,
        "ranking": competition.ranking,
        "tie_break": list(competition.tie_breaks),
        "standings": competition.standings,
        "freeze_at": moment(competition.freeze_at),
        "max_entries": competition.max_entries,
        "bots": competition.bots,
        "draft": competition.published_at is None,
        "organiser": player_json(competition.organiser),
        "created_at": moment(competition.created_at),
        "rounds": [_round_json(round, seen) for round in competition.rounds.all()],
    }
    if seen.invite is not None:
        body["invite"] = seen.invite
    return body


def _round_json(round: Round, seen: Viewpoint) -> Body:
    body = {
        "number": round.number,
        "game": round.deal.game_slug,
        "rules": round.deal.rules,
        "state": round.state(seen.now),
        "opens_at": moment(round.opening),
        "closes_at": moment(round.closing),
        "commitment": seen.commitment(round),
    }
    if (seed := seen.seed(round)) is not None:
        body["seed"] = seed
    return body


def entry_json(entry: Entry) -> Body:
    return {
        "id": entry.pk,
        "player": entrant_json(entry),
        "competition": entry.competition_id,
        "joined_at": moment(entry.joined_at),
    }


def entrant_json(entry: Entry) -> Body:
    """The player, as they are called in this competition."""
    return player_json(entry.player) | {"name": entry.name}


def log_json(log: Log) -> Body:
    body: Body = {"id": log.pk, "verdict": log.verdict, "received_at": moment(log.received_at)}
    if log.attempt is not None:
        played = log.attempt
        return body | {"score": played.score, "won": played.won, "finished": played.finished}
    body |= {"score": None, "won": False, "finished": False, "code": log.code, "error": log.error}
    return body if log.ply is None else body | {"ply": log.ply}


def attempt_json(attempt: Attempt, seen: Viewpoint, snapshot: Snapshot | None = None) -> Body:
    """An attempt: its state, and its score, times, table and log as far as `seen` may know them.

    Without a `snapshot`, the game is played through only for viewers who may see it:
    otherwise the time of an answer would tell others how long the game is.
    """
    shown = seen.sees_attempt(attempt)
    body: Body = {
        "id": attempt.pk,
        "competition": attempt.entry.competition_id,
        "round": attempt.round.number,
        "player": entrant_json(attempt.entry),
        "play": attempt.entry.competition.play,
        "state": attempt.state,
        "score": attempt.score if shown else None,
        "won": shown and attempt.won,
        "finished": shown and attempt.finished,
        "started_at": moment(attempt.started_at) if shown else None,
        "deadline": moment(attempt.deadline) if shown else None,
        "ended_at": moment(attempt.ended_at) if shown else None,
        "elapsed_ms": attempt.elapsed_ms if shown else None,
    }
    if seen.sees_played(attempt):
        snapshot = snapshot or snapshot_of(attempt)
        body["view"] = snapshot.view
        body["moves"] = snapshot.moves
        body["log"] = None if attempt.ended_at is None else attempt.log.pk
    if (seed := seen.seed(attempt.round)) is not None:
        body["seed"] = seed
    return body


def played_json(log: Log, seen: Viewpoint) -> Body:
    """An accepted log with its deal; with the deal's seed only if the viewer may see it."""
    deal = log.round.deal
    body: Body = log_json(log) | {
        "player": entrant_json(log.entry),
        "competition": log.entry.competition_id,
        "round": log.round.number,
        "game": deal.game_slug,
        "rules": deal.rules,
        "moves": json.loads(log.moves),
    }
    if (seed := seen.seed(log.round)) is not None:
        body["seed"] = seed
    return body


def act_json(act: Act) -> Body:
    """One line of the audit trail; `actor` is null if the staff acted, whom `staff` names.

    `entry` is the one that the act concerns, and `player` whom it makes or removes as an organiser.
    """
    return {
        "act": act.act,
        "round": None if act.round is None else act.round.number,
        "actor": None if act.actor is None else player_json(act.actor),
        "staff": act.staff or None,
        "entry": None if act.entry is None else {"id": act.entry.pk, "player": entrant_json(act.entry)},
        "player": None if act.player is None else player_json(act.player),
        "reason": act.reason,
        "at": moment(act.at),
    }
