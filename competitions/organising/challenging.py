"""Calling others to one deal: the one unlisted contest that it has, made by whoever asks first."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from games.game import Game

from ..models import Access, Competition, Counts, Play, Player
from ..models.ids import ALPHABET
from .creating import Plan, RoundPlan, create_competition

FRIENDLY: Final = 8
"""Letters of a seed that is read out and typed in: a million millions of them."""


def friendly_seed() -> str:
    """A random seed that makes a short link. It could be guessed, so it is for deals that hide nothing."""
    return "".join(secrets.choice(ALPHABET) for _ in range(FRIENDLY))


def challenge_of(*, game: Game, rules: Mapping[str, str], seed: str) -> Competition | None:
    """The contest of a deal, if anyone has called for it yet."""
    return Competition.objects.filter(challenge=_mark(game, rules, seed)).first()


def challenge(
    *, game: Game, rules: Mapping[str, str], seed: str, player: Player, now: datetime
) -> Competition:
    """The contest of a deal: open play without end, as many attempts as one likes, the best one counts.

    Whoever asks first organises it; for everyone after that, at the same
    moment too, it is the same contest.
    """
    found = challenge_of(game=game, rules=rules, seed=seed)
    if found is not None:
        return found
    plan = Plan(
        name=f"{game.name} · seed {seed}"[:80],
        access=Access.UNLISTED,
        play=Play.OPEN,
        attempts=None,
        counts=Counts.BEST,
        rounds=[RoundPlan(game=game, rules=game.settle_rules(rules), seed=seed)],
    )
    mark = _mark(game, rules, seed)
    try:
        with transaction.atomic():
            made = create_competition(organiser=player, plan=plan, now=now)
            made.challenge = mark
            made.save(update_fields=["challenge"])
    except IntegrityError:  # somebody else was first, by a moment
        return Competition.objects.get(challenge=mark)
    return made


def _mark(game: Game, rules: Mapping[str, str], seed: str) -> str:
    """Equal for equal deals, however their options were given."""
    deal = json.dumps([game.slug, game.settle_rules(rules), seed], sort_keys=True)
    return hashlib.sha256(deal.encode()).hexdigest()
