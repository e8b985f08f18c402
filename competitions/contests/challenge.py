"""Challenges: a player's unlisted contest of one deal, for friends."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from games.game import Game

from ..models import Access, Competition, Counts, Kind, Play, Player
from ..models.contest_names import name_columns
from ..models.ids import ALPHABET
from .create import create_competition
from .plans import Plan, RoundPlan

FRIENDLY: Final = 8
"""The length of a seed that people can read out and type. Eight characters allow about 10¹² seeds."""


def friendly_seed() -> str:
    """A random seed that people can read out. It can be guessed, so use it only if no cards are hidden."""
    return "".join(secrets.choice(ALPHABET) for _ in range(FRIENDLY))


def challenge(
    *, game: Game, rules: Mapping[str, str], seed: str, player: Player, now: datetime
) -> tuple[Competition, bool]:
    """Return the player's challenge with a deal, and whether it is new. A challenge is open play without an
    end. It allows any number of attempts, and the best attempt counts.

    A player has one challenge for a deal, even after two simultaneous requests. Another player who challenges
    with the same deal gets another challenge.
    """
    mine = Competition.objects.filter(organiser=player, challenge=_mark(game, rules, seed))
    found = mine.first()
    if found is not None:
        return found, False
    plan = Plan(
        **name_columns("challenge", game=game.slug),
        access=Access.UNLISTED,
        play=Play.OPEN,
        attempts=None,
        counts=Counts.BEST,
        rounds=[RoundPlan(game=game, rules=game.settle_rules(rules), seed=seed)],
    )
    try:
        with transaction.atomic():
            made = create_competition(
                organiser=player, plan=plan, now=now, kind=Kind.CHALLENGE, challenge=_mark(game, rules, seed)
            )
    except IntegrityError:  # another request made the challenge at the same moment
        return mine.get(), False
    return made, True


def _mark(game: Game, rules: Mapping[str, str], seed: str) -> str:
    """A hash of the deal. Equal deals have equal hashes, in whatever order the rule options were given."""
    deal = json.dumps([game.slug, game.settle_rules(rules), seed], sort_keys=True)
    return hashlib.sha256(deal.encode()).hexdigest()
