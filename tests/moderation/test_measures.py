"""What the staff do about a player is on record, and takes hold at once."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from competitions.contests.co_organisers import hand_over
from competitions.contests.dailies.calendar import make_dailies
from competitions.contests.dailies.places import known_places
from competitions.embargo.visibility import viewpoint
from competitions.models import Attempt, Competition, Handle, Measure, Player, Reply, Token
from competitions.moderation import measures
from competitions.people.shut_out import shut_out
from competitions.refusals import Refusal
from tests.clients.contests import golden_round, moves_scoring, sealed
from tests.jobs.work import do_all_ready

from .staffing import make_account_staff

REASON = "Insults, again and again."


@pytest.fixture
def event(owner, rival, stranger):
    """A contest of three, of which the rival is the best."""
    event = owner.create(attempts=None)
    for player, score in ((owner, 20), (rival, 14), (stranger, 15)):
        player.join(event)
        assert player.submit(event, moves_scoring(score)).status == 201
    return event


@pytest.fixture
def barred(staff, player_of, clock):
    """Suspend the player of a client, or ban them."""

    def barred(client, kind="ban"):
        more = {"until": clock.now + timedelta(days=3)} if kind == "suspend" else {}
        act = getattr(measures, kind)
        return act(player=player_of(client), staff=staff, reason=REASON, now=clock.now, **more)

    return barred


def test_whoever_is_banned_leaves_every_standing_and_comes_back(
    owner, rival, event, barred, staff, player_of, clock
):
    clock.forward(minutes=1)
    other = owner.create(name="Over and certified")
    for player, score in ((owner, 20), (rival, 14)):
        player.join(other)
        player.submit(other, moves_scoring(score))
    owner.act(other, "close")
    owner.act(other, "certify")
    before = [owner.places(event), owner.places(other)]
    barred(rival)
    do_all_ready()
    assert owner.places(event) == [(1, "Sam Stranger", 15), (2, "Olga Owner", 20), (None, "Ray Rival", 14)]
    assert owner.places(other) == [(1, "Olga Owner", 20), (None, "Ray Rival", 14)]
    for contest in (event, other):
        act = owner.trail(contest)[-1]
        assert (act["act"], act["staff"], act["actor"]) == ("disqualify", "Evendeal", None)
        assert REASON not in act["reason"]
    measures.lift(player=player_of(rival), staff=staff, reason="A mistake.", now=clock.now)
    do_all_ready()
    assert [owner.places(event), owner.places(other)] == before
    assert rival.get("/me").status == 200
    assert {each.kind for each in Measure.objects.all()} == {"ban", "lift"}


@pytest.mark.extra
@pytest.mark.parametrize(("game", "worse", "better"), [("wish", 9, 3), ("winabit", 3, 9)])
def test_places_in_dailies_close_up(owner, rival, crowd, barred, player_of, clock, game, worse, better):
    make_dailies(clock.now)
    daily = Competition.objects.get(daily__game_slug=game, daily__date=clock.now.date())
    [last] = crowd(["Lea Last"])
    for player, score in ((owner, worse), (rival, better), (last, worse)):
        begun = player.post(f"/competitions/{daily.pk}/rounds/1/attempts", {}).body
        player.post(f"/attempts/{begun['id']}/finish", {})
        Attempt.objects.filter(pk=begun["id"]).update(score=score)

    def place(player):
        seen = viewpoint(Competition.read(daily.pk), player_of(player), clock.now)
        return known_places([seen]).get(daily.pk)

    assert (place(owner), place(rival)) == (2, 1)
    barred(rival)
    do_all_ready()
    assert (place(owner), place(rival)) == (1, None)


def test_an_organiser_cannot_let_a_banned_player_count(owner, rival, event, barred):
    barred(rival)
    do_all_ready()
    entry = owner.trail(event)[-1]["entry"]
    entry = entry if isinstance(entry, str) else entry["id"]
    answer = owner.act(event, f"entries/{entry}/reinstate", reason="A friend.")
    assert answer.outcome == (403, "forbidden")


def test_who_was_disqualified_before_stays_so_after_the_ban(
    owner, rival, event, barred, staff, player_of, clock
):
    entry = next(
        row["entry"] for row in owner.standings(event)["results"] if row["player"]["name"] == "Ray Rival"
    )
    owner.act(event, f"entries/{entry}/disqualify", reason="By hand.")
    barred(rival)
    do_all_ready()
    measures.lift(player=player_of(rival), staff=staff, reason="A mistake.", now=clock.now)
    do_all_ready()
    assert owner.acts_on_trail(event)[-1] == "disqualify"
    assert (None, "Ray Rival", 14) in owner.places(event)


def test_a_ban_ends_games_and_tokens(owner, rival, barred):
    event = owner.create_for(rival, **sealed())
    begun = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    barred(rival)
    for answer in (
        rival.get("/me"),
        rival.get(f"/competitions/{event['id']}"),
        rival.post(f"/attempts/{begun['id']}/moves", {"ply": 0, "moves": begun["view"]["legal"][:1]}),
        rival.submit(owner.create(), []),
    ):
        assert answer.outcome == (403, "banned")
        assert REASON in answer.body["detail"]
    assert owner.get(f"/attempts/{begun['id']}").body["state"] == "finished"


def test_tokens_that_were_shut_out_after_a_ban_stay_ended_when_it_is_lifted(
    rival, barred, staff, player_of, clock
):
    barred(rival)
    clock.forward(minutes=1)
    with transaction.atomic():
        shut_out(player=player_of(rival), now=clock.now)
    measures.lift(player=player_of(rival), staff=staff, reason="A mistake.", now=clock.now)
    assert rival.get("/me").outcome == (401, "unauthenticated")


def test_whoever_is_suspended_reads_and_does_nothing_that_others_see(
    owner, rival, stranger, event, barred, clock
):
    begun_at = owner.create_for(rival, **sealed())
    begun = rival.post(f"/competitions/{begun_at['id']}/rounds/1/attempts", {}).body
    assert rival.submit(event, moves_scoring(20)).status == 201  # this process remembers the token
    barred(rival, "suspend")
    other = owner.create(rounds=[golden_round(n=1)])
    refused = [
        rival.submit(event, moves_scoring(20)),
        rival.join(other),
        rival.post("/competitions", {"name": "Mine", "rounds": [{"game": "wish"}]}),
        rival.post("/challenges", {"game": "wish"}),
        rival.post("/duels", {"game": "wish"}),
        rival.post("/circles", {"name": "Mine"}),
        rival.patch("/me", {"name": "Somebody Else"}),
        rival.post(f"/attempts/{begun['id']}/moves", {"ply": 0, "moves": begun["view"]["legal"][:1]}),
    ]
    for answer in refused:
        assert answer.outcome == (403, "suspended")
        assert REASON in answer.body["detail"]
        assert answer.body["until"] == "2026-11-24T12:00:00Z"
    assert rival.get("/me").status == 200
    assert rival.post("/tickets", {}).status == 201
    assert rival.post("/notices/read", {"before": "2026-11-24T12:00:00Z"}).status == 200
    clock.forward(days=4)
    assert rival.join(other).status == 201
    barred(rival, "suspend")
    assert rival.request("DELETE", "/me").status == 204


def test_a_remembered_token_of_a_suspended_player_stores_no_log(rival, event, barred, monkeypatch):
    """Another process suspended them: this one remembers the token as it was."""
    assert rival.submit(event, moves_scoring(20)).status == 201
    monkeypatch.setattr(Token, "forget_remembered", lambda: None)
    barred(rival, "suspend")
    assert rival.submit(event, moves_scoring(15)).outcome == (403, "suspended")


def test_a_suspension_is_over_at_once_where_another_process_lifted_it(
    rival, event, barred, staff, player_of, clock, monkeypatch
):
    barred(rival, "suspend")
    Token.forget_remembered()  # as after a commit: from now on it is remembered as a suspended player's
    assert rival.submit(event, moves_scoring(15)).outcome == (403, "suspended")
    monkeypatch.setattr(Token, "forget_remembered", lambda: None)
    measures.lift(player=player_of(rival), staff=staff, reason="A mistake.", now=clock.now)
    assert rival.submit(event, moves_scoring(15)).status == 201


def test_a_name_is_hidden_everywhere(owner, rival, event, barred):
    other = owner.create()
    rival.join(other, name="Worse Name")
    measure = barred(rival, "hide_name")
    assert measure.before == "Ray Rival"
    do_all_ready()
    shown = rival.get("/me").body["name"]
    assert shown.startswith("player-")
    for contest in (event, other):
        names = [row["player"]["name"] for row in owner.standings(contest)["results"]]
        assert shown in names
        assert not {"Ray Rival", "Worse Name"} & set(names)


def test_a_name_that_was_taken_away_is_taken_no_more(owner, rival, barred):
    barred(rival, "hide_name")
    for name in ("Ray Rival", "RAY RIVAL"):
        assert "taken this name away" in rival.patch("/me", {"name": name}).refused_for("name")[0]
        assert rival.join(owner.create(), name=name).refused_for("name")
    assert rival.patch("/me", {"name": "Ray the Kind"}).status == 200


def test_a_renamed_account_has_another_handle(staff, rival, player_of, clock):
    account = player_of(rival)
    account.account = True
    account.save()
    Handle.objects.create(player=account, look="x", shape="x")
    measures.rename_player(player=account, staff=staff, name="Quiet Quinn", reason=REASON, now=clock.now)
    assert Handle.objects.get(player=account).look != "x"
    assert player_of(rival).name == "Quiet Quinn"


def test_an_about_is_hidden_and_stays_on_record(owner, rival, staff, player_of, clock):
    event = owner.create(about="Buy at bad.example!")
    about = {"player": player_of(owner), "competition": Competition.objects.get(pk=event["id"])}
    measure = measures.hide_about(**about, staff=staff, reason=REASON, now=clock.now)
    assert owner.read(event)["about"] == ""
    assert measure.before == "Buy at bad.example!"
    act = owner.trail(event)[-1]
    assert (act["act"], act["staff"], act["reason"]) == ("change", "Evendeal", "about")
    with pytest.raises(Refusal, match="wrong_state"):
        measures.hide_about(**about, staff=staff, reason=REASON, now=clock.now)


def test_an_about_is_not_held_against_who_was_handed_the_contest_since(owner, rival, staff, player_of, clock):
    event = owner.create(about="Buy at bad.example!")
    contest = Competition.objects.get(pk=event["id"])
    hand_over(competition=contest, organiser=player_of(owner), player=player_of(rival), now=clock.now)
    with pytest.raises(Refusal, match="wrong_state"):
        measures.hide_about(
            player=player_of(owner), competition=contest, staff=staff, reason=REASON, now=clock.now
        )
    assert owner.read(event)["about"]
    assert not Measure.objects.exists()


def test_a_measure_is_answered_once_and_by_whom_it_is_about(rival, stranger, barred, player_of, clock):
    measure = barred(rival, "warn")
    with pytest.raises(Refusal, match="not_found"):
        measures.reply(measure=measure, player=player_of(stranger), text="Not me.", now=clock.now)
    measures.reply(measure=measure, player=player_of(rival), text="It was my cat.", now=clock.now)
    with pytest.raises(Refusal, match="wrong_state"):
        measures.reply(measure=measure, player=player_of(rival), text="Really.", now=clock.now)
    assert Reply.objects.get().text == "It was my cat."


@pytest.mark.parametrize("kind", ["warn", "ban", "suspend", "hide_name"])
def test_only_staff_take_measures_and_not_against_staff(rival, stranger, barred, staff, player_of, kind):
    Player.objects.filter(pk=staff.pk).update(is_staff=False)
    staff.is_staff = False
    with pytest.raises(Refusal, match="forbidden"):
        barred(rival, kind)
    staff.is_staff = True
    Player.objects.filter(pk=rival.player["id"]).update(is_staff=True)
    with pytest.raises(Refusal, match="forbidden"):
        barred(rival, kind)
    assert not Measure.objects.exists()


def test_the_first_staff_are_made_by_a_command(rival, player_of):
    with pytest.raises(CommandError, match="account"):
        call_command("make_staff", rival.player["id"])
    make_account_staff(player_of(rival))
    call_command("make_staff", "ray rival")
    assert player_of(rival).is_staff
    call_command("make_staff", rival.player["id"], "--remove")
    assert not player_of(rival).is_staff
    with pytest.raises(CommandError, match="no player"):
        call_command("make_staff", "Nobody at all")
