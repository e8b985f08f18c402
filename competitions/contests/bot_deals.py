"""Deals that the site's own bots play, so that players of a new site have results to compare with.

Each deal is an unlisted contest of its own, which is certified at once. Like every player, the bots know only
the cards that they see.
"""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import GAMES
from games.game import Game, Position
from games.hints import LED_PATIENCE, hint
from games.replay import Refused, play

from ..jobs.watches import Watch, watch
from ..ledger.ledger import hold
from ..models import Access, BotDeal, Counts, Play, Player
from ..models.contest_names import ABOUT_BOTS, OF_BOTS, name_columns
from ..people.given_names import BEGINNER, EXPERT, REGULAR
from ..people.register import register_guest
from ..play.submit_log import judge, submit_log
from ..translatable import Translatable, in_sites_language
from .close import certify, close
from .create import create_competition
from .join import enter
from .plans import Plan, RoundPlan

DEALS: Final = 8
"""How many deals of each game the bots play."""

LOOK_EVERY_S: Final = 60.0

TABLES: Final = 60
"""How many positions the search for a bot's hint looks at, at most."""

JUST_NOW: Final = timedelta(minutes=1)
"""The opening of a contest is set this long before the present time, so that the bots can play at once and
the contest can then close."""


class Strength(NamedTuple):
    called: Translatable
    """The name of a bot, without its number."""
    follows: float
    """The probability that a bot follows a hint, from 0 to 1. Otherwise it makes any legal move."""


STRENGTHS: Final = (
    Strength(BEGINNER, 0.25),
    Strength(REGULAR, 0.6),
    Strength(EXPERT, 0.9),
)

OF_EACH: Final = 7
"""How many bots there are of each strength."""


def watch_bot_deals() -> Watch:
    """Start a watch that makes one missing deal after the other, until the process ends."""
    return watch("deals of bots", LOOK_EVERY_S, _make_next)


def _make_next() -> None:
    make_next_bot_deal(timezone.now())


def make_next_bot_deal(now: datetime) -> bool:
    """Go on with a deal whose contest is not certified yet. If there is no such deal, make the first missing
    one. Return false if all deals are made and certified, or if another process is making the missing deal.

    Several processes may call this function at once. A bot always plays a deal in the same way, and repeated
    logs are not stored again. So each bot has one result in each deal.
    """
    deals = BotDeal.objects.select_related("competition")
    deal = deals.filter(competition__certified_at=None).first() or _begin(now)
    if deal is None:
        return False
    competition = deal.competition
    [round] = competition.rounds_in_order
    for place, entry in enumerate(competition.entries.select_related("player").order_by("event")):
        strength = STRENGTHS[place % len(STRENGTHS)]
        moves = bot_game(round.deal.opening, strength, random.Random(entry.pk))
        submit_log(
            entry=entry, round=round, moves=moves, verdict=judge(deal=round.deal, moves=moves), now=now
        )
    close(competition=competition, organiser=None, now=now)
    # `close` reads the clock, and playing takes a while. So the contest has closed later than `now`, and must
    # be certified at a later time, too.
    certify(competition=competition, organiser=None, now=timezone.now())
    return True


def bot_game(opening: Position, strength: Strength, chance: random.Random) -> Sequence[str]:
    """The moves of a bot's game.

    The bot gives up after `LED_PATIENCE` moves that did not improve its best score, since in the game Well
    cards can be moved about for ever.
    """
    better = min if opening.game.lowest_wins else max
    position, moves = opening, list[str]()
    best, since = opening.table.score, 0
    while since < LED_PATIENCE and (legal := sorted(move.text for move in position.table.legal())):
        given = hint(position, TABLES) if chance.random() < strength.follows else None
        moves.append(chance.choice(legal) if given is None else given["move"])
        after = play(position, moves[-1])
        assert not isinstance(after, Refused)
        position = after
        since = 0 if better(best, position.table.score) != best else since + 1
        best = better(best, position.table.score)
    return moves


def _begin(now: datetime) -> BotDeal | None:
    """Store the contest of the first missing deal, and let all bots join it. Return None if no deal is
    missing, or if another process is storing the missing deal."""
    begun = set(BotDeal.objects.values_list("number", "game_slug"))
    wanted = [(number, slug) for number in range(1, DEALS + 1) for slug in GAMES]
    place = next((each for each in wanted if each not in begun), None)
    if place is None:
        return None
    number, slug = place
    try:
        with transaction.atomic():
            bots = _bots(now)
            competition = create_competition(organiser=bots[0], plan=_plan(GAMES[slug], number, now), now=now)
            deal = BotDeal.objects.create(competition=competition, game_slug=slug, number=number)
            held = hold(competition.pk)
            for bot in bots:
                enter(held, bot, now)
    except IntegrityError:
        return None
    return deal


def _bots(now: datetime) -> Sequence[Player]:
    """Return the bots, always in the same order. If no deal was made yet, create the bots."""
    first = BotDeal.objects.select_related("competition").order_by("competition__created_at").first()
    if first is not None:
        entries = first.competition.entries.select_related("player").order_by("event")
        return [entry.player for entry in entries]
    return [
        register_guest(name=f"{in_sites_language(strength.called)} {number}", bot=True, now=now)
        for number in range(1, OF_EACH + 1)
        for strength in STRENGTHS
    ]


def _plan(game: Game, number: int, now: datetime) -> Plan:
    return Plan(
        **name_columns(OF_BOTS, game=game.slug, number=number),
        about=in_sites_language(ABOUT_BOTS),
        access=Access.UNLISTED,
        play=Play.OPEN,
        attempts=1,
        counts=Counts.BEST,
        opens_at=now - JUST_NOW,
        rounds=[RoundPlan(game=game, rules=game.settle_rules({}))],
    )
