"""How everyone played a deal: the games of a round as a tree, after the round has closed for everyone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competitions.play.seen_deals import note_seen
from competitions.solving.tree.round_trees import grown_tree, stored_tree
from competitions.web import costs

from ..requests.lookups import told_round_or_404
from ..requests.page_limits import too_much
from ..requests.viewers import player_of
from ..wording.moves import written_moves
from .tree_lines import Marked, best_line, lines_of, own_line, shown_least, written_lines


@require_safe
def tree_page(request: HttpRequest, competition_id: str, number: int) -> HttpResponse:
    seen, round = told_round_or_404(competition_id, number, player_of(request))
    tree, opening = stored_tree(round), round.deal.opening
    if tree is None:
        if refused := too_much(request, costs.of_tree(seen.competition.entrants)):
            return refused
        tree = grown_tree(round)
    note_seen(seen, round)
    marked = Marked(own_line(seen, round), best_line(seen, round))
    root = lines_of(tree, opening, marked) if tree.branches else None
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
            "root": root,
            "written_lines": written_lines(root) if root else (),
            "least": shown_least(tree),
            "best_line": written_moves(opening, marked.best),
        },
    )
