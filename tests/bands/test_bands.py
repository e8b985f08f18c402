"""Deals in a band: looked for while a contest is a draft, and told when there is one, never more."""

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.jobs import due_rows
from competitions.models import Competition, Deal, SoughtDeal
from competitions.solving.bands import deal_search, draws
from competitions.solving.par.separate_process import LONGEST_S
from games import GAMES
from games.hints import follow_hints
from games.replay import replay
from solvers import solve
from tests.competitions.stored import all_rows

WINNABLE = {"kind": "winnable"}


def banded(band=WINNABLE, **settings):
    """The settings of a draft with one round in a band."""
    return {"play": "sealed", "draft": True, "rounds": [{"game": "wish", "band": band}], **settings}


def deal_of(event):
    return Deal.objects.get(round__competition=event["id"], round__number=1)


def shown(client, event):
    round = client.read(event)["rounds"][0]
    return round["deal_state"], round["commitment"]


@pytest.fixture
def result_of(owner, clock, draw_all):
    """Draws deals, and gives the state of the deal once the result is published."""

    def result_of(event):
        assert shown(owner, event) == ("sought", None)
        draw_all()
        clock.forward(minutes=1)
        return shown(owner, event)[0]

    return result_of


@pytest.mark.extra
@pytest.mark.parametrize(
    ("band", "lies_in"),
    [
        (WINNABLE, lambda best, by_hints: best == 0),
        ({"kind": "hard"}, lambda best, by_hints: best == 0 < by_hints),
        ({"kind": "par", "low": 4, "high": 8}, lambda best, by_hints: 4 <= best <= 8),
    ],
)
def test_the_deal_lies_in_its_band(owner, rival, clock, solver, draw_all, band, lies_in):
    draft = owner.create(**banded(band))
    assert draft["rounds"][0]["band"] == {"low": None, "high": None} | band
    assert shown(owner, draft) == ("sought", None)
    assert owner.act(draft, "publish").outcome == (409, "wrong_state")
    draw_all()
    clock.forward(minutes=1)
    state, commitment = shown(owner, draft)
    assert (state, commitment) == ("fixed", deal_of(draft).commitment)
    published = owner.act(draft, "publish").body
    assert (published["state"], published["rounds"][0]["commitment"]) == ("running", commitment)
    assert rival.read(draft)["rounds"][0]["band"] == {"low": None, "high": None} | band
    opening = deal_of(draft).opening
    best = replay(GAMES["wish"], deal_of(draft).seed, {}, solve(opening).moves).score
    assert lies_in(best, follow_hints(opening).table.score)


def test_what_came_of_it_is_told_after_whole_minutes(owner, clock, solver, draw_all):
    """However long it took: that would say how hard the deal was to solve."""
    draft = owner.create(**banded())
    clock.forward(seconds=5)
    draw_all()
    for seconds in (0, 54):
        clock.forward(seconds=seconds)
        assert shown(owner, draft) == ("sought", None)
        assert owner.act(draft, "publish").outcome == (409, "wrong_state")
    clock.forward(seconds=1)
    assert shown(owner, draft)[0] == "fixed"
    assert owner.act(draft, "publish").status == 200


def test_nothing_is_kept_of_the_deals_that_were_looked_at(owner, clock, solver, draw_all, caplog):
    draft = owner.create(**banded({"kind": "par", "low": 14, "high": 32}))
    draw_all()
    rows, chosen = repr(all_rows()), deal_of(draft).seed
    assert len(solver.seeds) % draws.AT_A_TIME == 0
    assert [seed for seed in solver.seeds if seed in rows] == [chosen]
    assert not any(seed in caplog.text for seed in solver.seeds)
    assert deal_of(draft).round.par is None
    clock.forward(minutes=1)
    deal_search.WORK.enqueue_if_due()
    draw_all()
    assert not SoughtDeal.objects.exists(), "nor who asked, once it is told"


@pytest.mark.extra
def test_an_impossible_band_is_not_found_and_blocks_the_contest(owner, solver, result_of):
    draft = owner.create(**banded({"kind": "par", "low": 1, "high": 1}))
    assert result_of(draft) == "not_found"
    assert len(solver.seeds) == draws.MOST
    refused = owner.act(draft, "publish")
    assert refused.outcome == (409, "wrong_state")
    assert "ask again, or ask for a wider band" in refused.body["detail"]
    wider = {"game": "wish", "band": {"kind": "par", "low": 1, "high": 10}}
    assert owner.change(draft, rounds=[wider]).status == 200
    assert result_of(draft) == "fixed"
    assert owner.act(draft, "publish").status == 200


def test_a_deal_that_was_not_found_is_searched_again_on_request(owner, solver, result_of):
    solver.finds = False
    draft = owner.create(**banded())
    assert result_of(draft) == "not_found"
    solver.finds = True
    owner.change(draft, rounds=[{"game": "wish", "band": WINNABLE}])
    assert result_of(draft) == "fixed"


def test_a_deal_stays_as_long_as_game_and_band_do(owner, solver, result_of):
    draft = owner.create(**banded())
    result_of(draft)
    first = deal_of(draft).seed
    for change in ({}, {"game": "wish"}, {"game": "wish", "band": WINNABLE | {"low": None}}):
        assert owner.change(draft, rounds=[change]).status == 200
        assert deal_of(draft).seed == first, change
    for change in ({"game": "wish", "seed": None}, {"game": "wish", "band": {"kind": "hard"}}):
        owner.change(draft, rounds=[change])
        assert result_of(draft) == "fixed"
        assert deal_of(draft).seed != first
    assert owner.change(draft, rounds=[{"game": "wish", "band": None}]).body["rounds"][0]["band"] is None
    assert shown(owner, draft)[0] == "fixed"


def test_a_copy_and_the_file_of_settings_ask_for_the_same_band(owner, solver, result_of):
    event = owner.create(**banded({"kind": "par", "low": 2, "high": 6}))
    result_of(event)
    owner.act(event, "publish")
    copied = owner.act(event, "copy").body
    like_it = owner.post("/competitions", owner.get(f"/competitions/{event['id']}/settings").body)
    for made in (copied, like_it.body):
        assert (made["state"], made["rounds"][0]["band"]) == ("draft", event["rounds"][0]["band"])
        assert shown(owner, made)[0] == "sought"
    assert Deal.objects.exclude(seed="").count() == 1


def as_many_as_one_may(client):
    """Two drafts, in the rounds of which as many deals are searched as one network may ask for."""
    rounds = [{"game": "wish", "band": WINNABLE}] * (deal_search.MOST_OF_ONE_NETWORK // 2)
    return [client.create(**banded(rounds=rounds)) for _ in range(2)]


def test_what_one_network_asks_for_is_bounded_whoever_asks_and_whoever_is_given_it(
    owner, rival, stranger, solver, monkeypatch
):
    first, second = as_many_as_one_may(owner)
    for event in (first, second):
        assert owner.act(event, "organisers", name="Ray Rival", owner=True).status == 200
    one = {"name": "One more", **banded()}
    for asks in (owner, rival, stranger):
        assert asks.post("/competitions", one).outcome == (409, "full")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("competitions.api.views.competitions.address_of", lambda request: "192.0.2.2")
        assert stranger.post("/competitions", one).status == 201
        assert rival.post("/competitions", one).status == 201, "who is given a contest has not asked"
    rival.act(first, "cancel")
    assert SoughtDeal.objects.count() == 32, "nothing is looked for in what is cancelled"
    assert owner.post("/competitions", one).status == 201


def test_what_is_called_off_has_no_deal_to_come(owner, solver, draw_all):
    draft = owner.create(**banded())
    cancelled = owner.act(draft, "cancel").body
    assert cancelled["rounds"][0]["deal_state"] == "not_found"
    draw_all()
    assert (solver.seeds, deal_of(draft).seed) == ([], "")


def test_networks_take_turns_whoever_asks_there(owner, rival, solver, monkeypatch):
    """Guests are free: one who asks as many of them keeps no other network waiting."""
    drafts = [asks.create(**banded()) for asks in (owner, rival)]
    rival.act(drafts[1], "copy")
    monkeypatch.setattr("competitions.api.views.competitions.address_of", lambda request: "192.0.2.2")
    owner.change(drafts[0], rounds=[{"game": "wish", "seed": None}])
    first, second, other = SoughtDeal.objects.order_by("pk").values_list("asker", flat=True)
    assert first == second != other
    assert "192.0.2.2" not in repr(all_rows())
    monkeypatch.setattr(due_rows, "turns_by_chance", lambda askers: sorted(askers, key=(other,).__ne__))
    assert draws.DEALS.lease(timezone.now()).asker == other


def test_a_network_is_known_under_another_secret(owner, solver, settings):
    as_many_as_one_may(owner)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [settings.SECRET_KEY]
    assert owner.post("/competitions", {"name": "One more", **banded()}).outcome == (409, "full")


def test_others_have_their_turn_after_each_batch(owner, solver):
    """Else whoever asks for what there is not would keep a worker from all others for many minutes."""
    owner.create(**banded({"kind": "par", "low": 1, "high": 1}))
    for batches in range(1, draws.MOST // draws.AT_A_TIME + 1):
        draws.draw_due(end=0)
        assert len(solver.seeds) == batches * draws.AT_A_TIME
    assert draws.DEALS.lease(timezone.now()) is None


def test_a_search_counts_until_it_is_told_what_came_of_it(owner, clock, solver, draw_all):
    """Otherwise `full` would tell to the second when one has ended, and whether it has found a deal."""
    as_many_as_one_may(owner)
    one = {"name": "One more", **banded()}
    draws.store_result(SoughtDeal.objects.order_by("pk")[0], "found-for-one-of-the-rounds")
    draws.store_result(SoughtDeal.objects.order_by("pk")[1], None)
    assert owner.post("/competitions", one).outcome == (409, "full")
    clock.forward(minutes=1)
    assert [owner.post("/competitions", one).status for _ in range(3)] == [201, 201, 409]


def test_a_worker_that_is_killed_is_followed_by_another(owner, clock, solver, draw_all):
    draft = owner.create(**banded())
    now = timezone.now()
    assert draws.DEALS.lease(now).pk == deal_of(draft).pk
    clock.forward(seconds=LONGEST_S)
    draw_all()
    assert not solver.seeds, "somebody is at it"
    clock.forward(seconds=draws.LEASED_FOR.total_seconds() - LONGEST_S)
    deal_search.WORK.enqueue_if_due()
    draw_all()
    assert deal_of(draft).seed in solver.seeds


def test_what_kills_its_worker_at_every_try_is_told_like_a_band_without_deals(owner, clock, solver, draw_all):
    draft = owner.create(**banded())
    for _ in range(3):
        assert draws.DEALS.lease(timezone.now()) is not None
        clock.forward(seconds=draws.LEASED_FOR.total_seconds() + 1)
    draws.DEALS.give_up(timezone.now())
    assert SoughtDeal.objects.get().asker == "", "nobody is told any more who asked"
    deal_search.WORK.enqueue_if_due()
    draw_all()
    clock.forward(minutes=1)
    assert shown(owner, draft) == ("not_found", None)


def test_an_operator_sees_how_many_wait_and_for_how_long(owner, clock, solver):
    first, _ = owner.create(**banded()), owner.create(**banded())

    def line():
        """What `manage.py solving` prints of deals in bands."""
        out = io.StringIO()
        call_command("solving", stdout=out)
        [line] = [line for line in out.getvalue().splitlines() if line.startswith("bands")]
        return " ".join(line.split()[1:])

    assert line() == "2 due 0 given up 0 outdated, the oldest for 0 min"
    clock.forward(minutes=7)
    assert line() == "2 due 0 given up 0 outdated, the oldest for 7 min"
    draws.store_result(SoughtDeal.objects.get(deal=deal_of(first)), "found-and-not-told-yet")
    draws.store_result(SoughtDeal.objects.exclude(deal=deal_of(first)).get(), None)
    assert line() == "0 due 0 given up 0 outdated"


def test_a_result_is_stored_once_and_locked_as_where_a_deal_is_deleted(owner, clock, solver):
    """Also where two workers find a deal each."""
    draft = owner.create(**banded())
    sought = SoughtDeal.objects.get()
    for seed, written in (
        ("first-of-the-seeds", ["UPDATE", "UPDATE"]),
        ("second-of-the-seeds", ["UPDATE", "UPDATE", "DELETE"]),
        ("third-of-the-seeds", ["UPDATE"]),
    ):
        with CaptureQueriesContext(connection) as done:
            draws.store_result(sought, seed)
        verbs = [query["sql"].split()[0] for query in done]
        assert [verb for verb in verbs if verb in ("DELETE", "UPDATE")] == written
    assert deal_of(draft).seed == "first-of-the-seeds"
    assert deal_of(draft).told_at == clock.now + timedelta(minutes=1)


def test_what_was_published_without_a_deal_gets_none_and_is_not_begun(owner, solver):
    """A release that knew of no bands may have done so."""
    draft = owner.create(**banded())
    Competition.objects.update(published_at=timezone.now())
    owner.join(draft)
    assert owner.post(f"/competitions/{draft['id']}/rounds/1/attempts", {}).outcome == (409, "round_not_open")
    draws.store_result(SoughtDeal.objects.get(), "found-after-it-was-published")
    assert (deal_of(draft).seed, SoughtDeal.objects.count()) == ("", 0)


@pytest.mark.extra
def test_a_process_of_its_own_is_asked(owner, clock, draw_all):
    draft = owner.create(**banded({"kind": "par", "low": 0, "high": 10}))
    draw_all()
    assert solve(deal_of(draft).opening).score <= 10
