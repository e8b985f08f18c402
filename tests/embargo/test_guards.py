"""Each guard is proven able to fail: the rule is broken in one place, and the walk finds it."""

import logging

import pytest
from django.views.debug import SafeExceptionReporterFilter

from competitions.api.resources.competitions import CompetitionSeen
from competitions.embargo.visibility import Viewpoint
from competitions.models import Competition
from competitions.models import Deal as StoredDeal
from competitions.refusals import Refusal
from config.error_reports import NoValues
from games import GAMES
from games.deck import deck

from .records import everything_logged
from .routes import OF_THE_CARDS, ROUTES
from .test_faults import breaks_with_the_deal_at_hand
from .walk import Leak, Walk

EVENT = "api/v1/competitions/<public_id:competition_id>"


def _seed_in_a_header(monkeypatch):
    from django.middleware.clickjacking import XFrameOptionsMiddleware

    def process(self, request, response):
        response["X-Debug"] = StoredDeal.objects.first().seed[::-1]
        return response

    monkeypatch.setattr(XFrameOptionsMiddleware, "process_response", process)


def _deck_in_a_refusal(monkeypatch):
    def refusal(code, detail, **facts):
        deal = StoredDeal.objects.first()
        cards = deck(deal.game_slug, GAMES[deal.game_slug].pack, deal.seed)
        return Refusal(code, f"not on this deck: {list(cards)}", **facts)

    monkeypatch.setattr("competitions.play.incoming_moves.Refusal", refusal)


def _seed_for(shown):
    """Break the rule about the seed: it is told to those of whom `shown` says so."""
    return lambda m: m.setattr(
        Viewpoint, "seed", lambda self, round: round.deal.seed if shown(self, round) else None
    )


def _games_for(shown):
    """Break the rule about others' ended games."""
    return lambda m: m.setattr(Viewpoint, "sees_played", shown)


def _finished(shown):
    """Break the rule about who is through with a round."""
    return lambda m: m.setattr(Viewpoint, "sees_ended_games", lambda self, round: shown(self))


BREAKS = {
    "the seed is for all": ("stranger", _seed_for(lambda seen, round: True)),
    "the seed is for the organiser": ("Organiser", _seed_for(lambda seen, round: seen.organises)),
    "the seed is for who has finished": ("Finished", _seed_for(Viewpoint.sees_ended_games)),
    "games are for all": ("stranger", _games_for(lambda *_: True)),
    "finished games are for all": ("stranger", _games_for(lambda seen, attempt: bool(attempt.ended_at))),
    "games are for who has finished": (
        "Finished",
        _games_for(lambda seen, attempt: seen.sees_ended_games(attempt.round)),
    ),
    "entrants are taken for finished": ("Joined", _finished(lambda seen: seen.entry is not None)),
    "the organiser is taken for finished": ("Organiser", _finished(lambda seen: seen.organises)),
    "a seed in a field of another name": (
        "stranger",
        lambda m: m.setattr(CompetitionSeen, "draft", property(lambda _: StoredDeal.objects.first().seed)),
    ),
    "a seed in a header, backwards": ("stranger", _seed_in_a_header),
    "the deck in a refusal": ("In the middle", _deck_in_a_refusal),
}
"""Who finds it, and what is broken."""


@pytest.mark.parametrize(("finder", "broken"), BREAKS.values(), ids=BREAKS)
def test_the_walk_finds_what_a_broken_rule_lets_out(sealed, monkeypatch, finder, broken):
    scene = sealed(small=True)
    broken(monkeypatch)
    with pytest.raises(Leak):
        Walk(scene, {EVENT: ROUTES[EVENT], **OF_THE_CARDS}).as_those(finder)


def test_the_walk_finds_what_is_shown_early_where_nobody_asked_for_it(sealed, monkeypatch):
    scene = sealed(small=True, others="closed")
    monkeypatch.setattr(Competition, "shows_others_early", True)
    with pytest.raises(Leak):
        Walk(scene, OF_THE_CARDS).as_those("Finished")


def test_the_log_is_searched_too(sealed):
    scene = sealed(small=True)
    with everything_logged() as records:
        logging.getLogger("django.request").debug("dealt %s", scene.events[0].deals[0].seed)
    with pytest.raises(Leak):
        Walk(scene).search(scene.viewers[0], "the log", records.text)


def test_a_report_with_values_is_found(sealed, monkeypatch, settings):
    scene = sealed(small=True)
    settings.DEBUG = True
    for name in ("is_active", "get_traceback_frame_variables"):
        monkeypatch.setattr(NoValues, name, getattr(SafeExceptionReporterFilter, name))
    monkeypatch.setattr(
        "competitions.api.views.competitions.competition_json", breaks_with_the_deal_at_hand(scene)
    )
    got = scene.send("GET", f"/api/v1/competitions/{scene.events[0].id}", b"", {"Accept": "text/html"})
    assert got.status == 500
    with pytest.raises(Leak):
        Walk(scene).search(scene.viewers[0], "a broken page", got.head, got.body)
