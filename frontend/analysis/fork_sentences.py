"""Sentences about a fork in the tree of a round's games, and about the ways from it."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, gettext_noop, ngettext

from competitions.endings.ending_sentences import number
from competitions.solving.tree.grow_tree import Branch

from .forks import EndedHow, Fork, Way

MOST_NAMED: Final = 3
"""The page names at most this many moves that all players made alike. If there are more, it says only that
they were the same."""

WAYS: Final = {
    EndedHow.BETTER: gettext_noop(
        "{players} of {all} went on like this: {words}. The best ended with {best}, half with {half} "
        "or better. That is better than usual."
    ),
    EndedHow.USUAL: gettext_noop(
        "{players} of {all} went on like this: {words}. The best ended with {best}, half with {half} "
        "or better. That is as usual."
    ),
    EndedHow.WORSE: gettext_noop(
        "{players} of {all} went on like this: {words}. The best ended with {best}, half with {half} "
        "or better. That is worse than usual."
    ),
}
WAYS_OF_TWO: Final = {
    EndedHow.BETTER: gettext_noop(
        "Two of {all} went on like this: {words}. The best score was {best}. That is better than usual."
    ),
    EndedHow.USUAL: gettext_noop(
        "Two of {all} went on like this: {words}. The best score was {best}. That is as usual."
    ),
    EndedHow.WORSE: gettext_noop(
        "Two of {all} went on like this: {words}. The best score was {best}. That is worse than usual."
    ),
}
WAYS_OF_ONE: Final = {
    EndedHow.BETTER: gettext_noop(
        "One of {all} went on like this: {words}. The game ended with {best}. That is better than usual."
    ),
    EndedHow.USUAL: gettext_noop(
        "One of {all} went on like this: {words}. The game ended with {best}. That is as usual."
    ),
    EndedHow.WORSE: gettext_noop(
        "One of {all} went on like this: {words}. The game ended with {best}. That is worse than usual."
    ),
}


def way_in_a_sentence(way: Way, fork: Fork) -> str:
    """A few sentences about one way from a fork: how many players took it, with which move, and how their
    games ended."""
    branch = way.branch
    sentences = {1: WAYS_OF_ONE, 2: WAYS_OF_TWO}.get(branch.players, WAYS)
    best, half = number(branch.best), number(branch.half)
    return gettext(sentences[way.ended]).format(
        players=branch.players, all=fork.here.players, words=way.words, best=best, half=half
    )


def where_in_words(fork: Fork) -> str:
    """A sentence that says how many players came to the fork."""
    everyone, here = fork.everyone.players, fork.here.players
    if fork.came.ply == 0:
        if everyone == 1:
            return gettext("One player has played this deal.")
        return ngettext(
            "%(players)s player has played this deal. Follow a way to see how it went on.",
            "%(players)s players have played this deal. Follow a way to see how it went on.",
            everyone,
        ) % {"players": everyone}
    if here == 1:
        sentence = ngettext(
            "One of %(players)s player came this way.", "One of %(players)s players came this way.", everyone
        )
    else:
        sentence = ngettext(
            "%(here)s of %(players)s player came this way.",
            "%(here)s of %(players)s players came this way.",
            everyone,
        )
    return sentence % {"here": here, "players": everyone}


def together_in_words(fork: Fork) -> str:
    """A sentence about the moves that all players made alike before the fork; empty if there are none,
    or if only one player has played."""
    facts = {"moves": gettext("; ").join(fork.together), "first": fork.came.ply + 1, "last": fork.here.ply}
    if not fork.together or fork.everyone.players == 1:
        return ""
    if len(fork.together) > MOST_NAMED:
        return gettext("Up to move %(last)s, all of them made the same moves.") % facts
    if len(fork.together) == 1:
        return gettext("All of them made the same move %(first)s: %(moves)s.") % facts
    return gettext("All of them made the same moves %(first)s to %(last)s: %(moves)s.") % facts


def other_ways_in_words(ways: Sequence[Branch]) -> str:
    """The words of the link to the ways from a fork that the page does not show; empty if it shows all."""
    players = sum(way.players for way in ways)
    if not ways:
        return ""
    if len(ways) == 1:
        sentence = ngettext("One player went another way.", "%(players)s players went another way.", players)
    else:
        sentence = ngettext(
            "%(players)s player went %(ways)s other ways.",
            "%(players)s players went %(ways)s other ways.",
            players,
        )
    return sentence % {"players": players, "ways": len(ways)}


def stopped_in_words(fork: Fork) -> str:
    """A sentence about the players who went none of the ways of the fork; empty if there are none, or if
    only one player has played."""
    left = fork.here.players - fork.went_on
    if not left or fork.everyone.players == 1:
        return ""
    return ngettext(
        "One player stopped here, or went a way that hardly anybody took.",
        "%(players)s players stopped here, or went ways that hardly anybody took.",
        left,
    ) % {"players": left}
