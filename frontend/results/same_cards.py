"""The button with which the reader of a result plays the same cards."""

from dataclasses import dataclass

from django.utils.translation import gettext

from competitions.embargo.visibility import Viewpoint
from competitions.models import Play
from competitions.play.own_rounds import OwnRound

from ..challenges.deal_links import LinkedDeal
from ..join.press import PLAY_HERE, SAME_CARDS, Press


@dataclass(frozen=True)
class SameCards:
    """The button with which the reader of a result plays the same cards. Of the four fields after `label`,
    exactly one is set: it says what the button does."""

    label: str
    joins: Press | None = None
    """The words of a button that enters the viewer into the open contest and deals the cards."""
    deals: bool = False
    """Whether the button deals the cards to an entrant, or continues the running game."""
    waits: bool = False
    """Whether the button only leads to the round's page, because the entrant is new to the game. There, the
    next press deals the cards."""
    practice: str = ""
    """The address of practice with the same cards, to which the button leads."""


def same_cards(own: OwnRound, seen: Viewpoint, *, newcomer: bool) -> SameCards | None:
    """What the button does; None while the viewer may neither see nor play the cards.

    As long as the viewer may still play the round in the contest, the button leads there, not to practice:
    practising a sealed deal first would reveal its cards.
    """
    if own.running:
        return SameCards(gettext("Go on playing"), deals=True)
    press = PLAY_HERE if own.round.competition.play == Play.SEALED else SAME_CARDS
    label = str(press.words)
    if own.state == "open" and not own.entered:
        return SameCards(label, joins=press)
    if own.may_begin:
        return SameCards(gettext("Play again") if own.ended else label, deals=not newcomer, waits=newcomer)
    seed = seen.seed(own.round)
    if own.state == "scheduled" or seed is None:
        return None
    deal = LinkedDeal(own.round.deal.game, own.round.deal.rules, seed)
    return SameCards(str(SAME_CARDS.words), practice=deal.practice)
