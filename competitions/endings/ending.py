"""The ending of a game as one viewer may know it. Pages, the API and the terminal ask here."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from ..embargo.visibility import Viewpoint
from ..models import Attempt, Deal, Ghost, Par, Round
from ..standings import standings
from ..standings.comparison import Comparison, compared_with
from ..standings.same_deal import ends_of_cards
from .course import MOST_MOVES, Course, course_of
from .lesson import DearestMove, lesson_of
from .next_step import DailyNews, FollowingStep, daily_news, next_step
from .peers import Peer, peers_of
from .scale import EndingScale, ScaleDot, Whose, scale_of
from .usual_ends import usual_ends
from .verdicts import Beaten, EndingGrade, beaten_by, verdict_of


@dataclass(frozen=True)
class Ending:
    """How a game ended, and what follows it."""

    deal: Deal
    score: int
    won: bool
    mine: bool
    """Whether the game is the viewer's own."""
    name: str
    """The name of the player of the game; empty for practice."""
    verdict: EndingGrade
    beaten: Beaten | None
    scale: EndingScale
    course: Course | None
    """The course of the game; None if the viewer may not see the game, or if it is too long."""
    lesson: DearestMove | None = None
    following: FollowingStep | None = None
    """What the viewer can play next; None if there is nothing, and after a ghost, practice or the game of
    another player."""
    daily: DailyNews | None = None
    round: Round | None = None
    """The round of the game; None for practice."""
    may_share_score: bool = True
    """Whether the score may be shared with people who have not played."""


def ending_of_attempt(attempt: Attempt, seen: Viewpoint) -> Ending:
    """The ending of an ended attempt whose score the viewer may know."""
    assert attempt.score is not None
    assert seen.sees_attempt(attempt)
    round, score, entry = attempt.round, attempt.score, attempt.entry
    mine = seen.entry is not None and seen.entry.pk == attempt.entry_id
    peers = peers_of(seen, round, score, but=entry.player_id)
    measured = _measure(
        round.deal,
        score,
        won=attempt.won,
        comparison=standings.comparison_of(score, entry, seen, round=round),
        par=seen.par(round),
        peers=peers,
        name=None if mine else entry.name,
    )
    following = next_step(round, seen, peers) if mine else None
    return Ending(
        deal=round.deal,
        score=score,
        won=attempt.won,
        mine=mine,
        name=entry.name,
        course=_course(attempt) if seen.sees_played(attempt) else None,
        lesson=lesson_of(attempt, seen),
        following=following,
        daily=daily_news(seen, following) if mine else None,
        round=round,
        may_share_score=seen.may_share_score(attempt),
        **measured._asdict(),
    )


def _course(attempt: Attempt) -> Course | None:
    if attempt.moves_made > MOST_MOVES:
        return None  # without reading the moves of a long game from the database
    return course_of(attempt.round.deal.opening, attempt.log.moves)


def ending_of_ghost(ghost: Ghost, seen: Viewpoint) -> Ending:
    """How a ghost (a closed round played again) ended, for its player."""
    assert ghost.score is not None
    round, score = ghost.round, ghost.score
    measured = _measure(
        round.deal,
        score,
        won=ghost.won,
        comparison=standings.comparison_of(score, seen.plays_as, seen, round=round),
        par=seen.par(round),
        peers=peers_of(seen, round, score, but=ghost.player_id),
    )
    return Ending(
        deal=round.deal,
        score=score,
        won=ghost.won,
        mine=True,
        name=ghost.player.name,
        course=course_of(round.deal.opening, json.loads(ghost.moves)),
        round=round,
        **measured._asdict(),
    )


def ending_of_practice(deal: Deal, moves: Sequence[str], now: datetime) -> Ending | None:
    """The ending of a practice game, compared with results of the same cards in contests. None if the rules
    refuse a move, or if the game is too long to be replayed."""
    course = course_of(deal.opening, moves)
    if course is None or len(course.scores) != len(moves) + 1:
        return None
    game = deal.game
    ends = ends_of_cards(game=game, rules=deal.rules, seed=deal.seed, now=now)
    score = course.scores[-1]
    comparison = compared_with(ends, score, lowest=game.lowest_wins)
    measured = _measure(deal, score, won=course.won, comparison=comparison)
    return Ending(
        deal=deal, score=score, won=course.won, mine=True, name="", course=course, **measured._asdict()
    )


class _Measured(NamedTuple):
    verdict: EndingGrade
    beaten: Beaten | None
    scale: EndingScale


def _measure(
    deal: Deal,
    score: int,
    *,
    won: bool,
    comparison: Comparison | None,
    par: Par | None = None,
    peers: Sequence[Peer] = (),
    name: str | None = None,
) -> _Measured:
    """The verdict on a score, how many others it beat, and its scale. `name` is the player's name, or None if
    the viewer played the game."""
    usual, lowest = usual_ends(deal.game_slug, deal.rules), deal.game.lowest_wins
    whose = ScaleDot(Whose.YOU, score) if name is None else ScaleDot(Whose.PLAYER, score, name)
    return _Measured(
        verdict_of(score, won=won, lowest=lowest, comparison=comparison, usual=usual, par=par),
        beaten_by(score, comparison, usual, lowest=lowest),
        scale_of(deal, whose, peers=peers, comparison=comparison, usual=usual, par=par),
    )
