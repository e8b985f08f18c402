"""How everyone played a deal, fork by fork, after the round has closed for everyone."""

import re
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competitions.models import Round
from competitions.play.seen_deals import note_seen
from competitions.solving.tree.grow_tree import MOST_BRANCHES, MOST_PLIES, Branch
from competitions.solving.tree.round_trees import grown_tree, stored_tree
from competitions.web import costs
from competitions.web.paths import PublicId
from games.views import view

from ..requests.lookups import told_round_or_404
from ..requests.page_limits import too_much
from ..requests.viewers import player_of
from ..wording.moves import written_moves
from .fork_sentences import (
    other_ways_in_words,
    stopped_in_words,
    together_in_words,
    way_in_a_sentence,
    where_in_words,
)
from .forks import Fork, Marked, NoSuchBranch, Way, best_line, fork_at, own_line

LARGEST: Final = {"ply": MOST_PLIES, "skip": MOST_BRANCHES}
"""The greatest `ply` and the greatest `skip` that an address may have."""


class Asked(NamedTuple):
    """The query in the address of the tree page: `log` and `ply` name a branch of the tree, and the page
    leaves out the first `skip` ways from it."""

    log: str
    ply: int
    skip: int


@require_safe
def tree_page(request: HttpRequest, competition_id: str, number: int) -> HttpResponse:
    seen, round = told_round_or_404(competition_id, number, player_of(request))
    asked = _named_in_address(request)
    tree, opening = stored_tree(round), round.deal.opening
    if tree is None:
        if refused := too_much(request, costs.of_tree(seen.competition.entrants)):
            return refused
        tree = grown_tree(round)
    note_seen(seen, round)
    marked = Marked(own_line(seen, round), best_line(seen, round))
    fork = None
    if tree.branches:
        lowest = round.deal.game.lowest_wins
        try:
            fork = fork_at(tree, opening, marked, **asked._asdict(), lowest=lowest)
        except NoSuchBranch:
            raise Http404 from None
    return render(
        request,
        "analysis/tree.html",
        {
            "competition": seen.competition,
            "shared_link": None,
            "round": round,
            "many": len(seen.competition.rounds_in_order) > 1,
            "game": round.deal.game,
            "par": seen.par(round),
            "beginning": reverse("tree", args=(seen.competition.pk, round.number)),
            "best_line": written_moves(opening, marked.best) if asked.ply == 0 else (),
            "fork": fork,
            "deeper": asked.ply > 0,
            **({} if fork is None else _fork_for_template(fork, round, asked)),
        },
    )


def _named_in_address(request: HttpRequest) -> Asked:
    """What the address asks for; raises Http404 for values that no page links to."""
    log = request.GET.get("log", "")
    if log and not re.fullmatch(PublicId.regex, log):
        raise Http404
    ply, skip = (_whole(request.GET.get(name, "0"), most) for name, most in LARGEST.items())
    if (ply == 0) != (log == ""):
        raise Http404
    return Asked(log, ply, skip)


def _whole(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and int(text) <= most):
        raise Http404
    return int(text)


def _fork_for_template(fork: Fork, round: Round, asked: Asked) -> dict[str, object]:
    """The fork for the template: sentences, and addresses that work without a script."""
    return {
        "where": where_in_words(fork),
        "together": together_in_words(fork),
        "table": view(fork.position),
        "ways": [
            {
                "of": way,
                "words": way_in_a_sentence(way, fork),
                "address": _address(way, round),
                "share": f"{max(2.0, 100 * way.branch.players / fork.here.players):.1f}%",
            }
            for way in fork.ways
        ],
        "others": other_ways_in_words(fork.after),
        "address_of_others": _tree(round, fork.came, skip=asked.skip + len(fork.ways)),
        "stopped": stopped_in_words(fork),
        "fork_before": fork.fork_before and _tree(round, fork.fork_before),
    }


def _tree(round: Round, branch: Branch, *, skip: int = 0) -> str:
    named = {"log": branch.log, "ply": branch.ply} if branch.ply else {}
    query = urlencode(named | ({"skip": skip} if skip else {}))
    return reverse("tree", args=(round.competition_id, round.number)) + (f"?{query}" if query else "")


def _address(way: Way, round: Round) -> str:
    """Where a way leads: to the next fork or, for a single player, to their game from this move on."""
    if way.branch.players > 1:
        return _tree(round, way.branch)
    return f"{reverse('result', args=(way.branch.log,))}?ply={way.branch.ply}#replay"
