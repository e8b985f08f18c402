"""What the staff do about a player is on record, and takes hold at once."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.db import transaction

from competitions.contests.co_organisers import hand_over
from competitions.contests.dailies.calendar import make_dailies
from competitions.contests.dailies.places import known_places
from competitions.embargo.visibility import viewpoint
from competitions.models import Attempt, Competition, Handle, Measure, Player, Reply, Series, Token
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
def take(staff, player_of, clock):
    """Take a measure of this kind about the player of a client."""

    def take(kind, client, **more):
        more |= {"until": clock.now + timedelta(days=3)} if kind == "suspend" else {}
        measure = getattr(measures, kind)
        return measure(player=player_of(client), staff=staff, reason=REASON, now=clock.now, **more)

    return take


def test_whoever_is_banned_leaves_every_standing_and_comes_back(owner, rival, event, take, clock):
    clock.forward(minutes=1)
    other = owner.create(name="Over and certified")
    for player, score in ((owner, 20), (rival, 14)):
        player.join(other)
        player.submit(other, moves_scoring(score))
    owner.act(other, "close")
    owner.act(other, "certify")
    before = [owner.places(event), owner.places(other)]
    take("ban", rival)
    do_all_ready()
    assert owner.places(event) == [(1, "Sam Stranger", 15), (2, "Olga Owner", 20), (None, "Ray Rival", 14)]
    assert owner.places(other) == [(1, "Olga Owner", 20), (None, "Ray Rival", 14)]
    for contest in (event, other):
        act = owner.trail(contest)[-1]
        assert (act["act"], act["staff"], act["actor"]) == ("disqualify", "Evendeal", None)
        assert REASON not in act["reason"]
    entry = owner.trail(event)[-1]["entry"]
    entry = entry if isinstance(entry, str) else entry["id"]
    assert owner.act(event, f"entries/{entry}/reinstate", reason="A friend.").outcome == (403, "forbidden")
    take("lift", rival)
    do_all_ready()
    assert [owner.places(event), owner.places(other)] == before
    assert rival.get("/me").status == 200
    assert {each.kind for each in Measure.objects.all()} == {"ban", "lift"}


@pytest.mark.extra
@pytest.mark.parametrize(("game", "worse", "better"), [("wish", 9, 3), ("winabit", 3, 9)])
def test_places_in_dailies_close_up(owner, rival, crowd, take, player_of, clock, game, worse, better):
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
    take("ban", rival)
    do_all_ready()
    assert (place(owner), place(rival)) == (1, None)


def test_who_was_disqualified_before_stays_so_after_the_ban(owner, rival, event, take):
    rows = {row["player"]["name"]: row["entry"] for row in owner.standings(event)["results"]}
    owner.act(event, f"entries/{rows['Ray Rival']}/disqualify", reason="By hand.")
    for kind in ("ban", "lift"):
        take(kind, rival)
        do_all_ready()
    assert owner.acts_on_trail(event)[-1] == "disqualify"
    assert (None, "Ray Rival", 14) in owner.places(event)


def test_a_ban_ends_games_and_tokens(owner, rival, take, player_of, clock):
    """Tokens that were shut out since stay ended when it is lifted."""
    event = owner.create_for(rival, **sealed())
    begun = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    take("ban", rival)
    for answer in (
        rival.get("/me"),
        rival.get(f"/competitions/{event['id']}"),
        rival.post(f"/attempts/{begun['id']}/moves", {"ply": 0, "moves": begun["view"]["legal"][:1]}),
        rival.submit(owner.create(), []),
    ):
        assert answer.outcome == (403, "banned")
        assert REASON in answer.body["detail"]
    assert owner.get(f"/attempts/{begun['id']}").body["state"] == "finished"
    clock.forward(minutes=1)
    with transaction.atomic():
        shut_out(player=player_of(rival), now=clock.now)
    take("lift", rival)
    assert rival.get("/me").outcome == (401, "unauthenticated")


def test_whoever_is_suspended_reads_and_does_nothing_that_others_see(owner, rival, event, take, clock):
    begun_at = owner.create_for(rival, **sealed())
    begun = rival.post(f"/competitions/{begun_at['id']}/rounds/1/attempts", {}).body
    assert rival.submit(event, moves_scoring(20)).status == 201  # this process remembers the token
    take("suspend", rival)
    other = owner.create(rounds=[golden_round(n=1)])
    for answer in (
        rival.submit(event, moves_scoring(20)),
        rival.join(other),
        rival.post("/competitions", {"name": "Mine", "rounds": [{"game": "wish"}]}),
        rival.post("/challenges", {"game": "wish"}),
        rival.post("/duels", {"game": "wish"}),
        rival.post("/circles", {"name": "Mine"}),
        rival.patch("/me", {"name": "Somebody Else"}),
        rival.post(f"/attempts/{begun['id']}/moves", {"ply": 0, "moves": begun["view"]["legal"][:1]}),
    ):
        assert answer.outcome == (403, "suspended")
        words = f"You are suspended until 24 November 2026, 12:00 UTC: {REASON}"
        assert (answer.body["detail"], answer.body["until"]) == (words, "2026-11-24T12:00:00Z")
    assert rival.get("/me").status == 200
    assert rival.post("/tickets", {}).status == 201
    assert rival.post("/notices/read", {"before": "2026-11-24T12:00:00Z"}).status == 200
    clock.forward(days=4)
    assert rival.join(other).status == 201
    take("suspend", rival)
    assert rival.request("DELETE", "/me").status == 204


def test_a_suspension_holds_and_ends_at_once_though_another_process_remembers(
    rival, event, take, monkeypatch
):
    assert rival.submit(event, moves_scoring(20)).status == 201
    with monkeypatch.context() as patch:
        patch.setattr(Token, "forget_remembered", lambda: None)
        take("suspend", rival)
        assert rival.submit(event, moves_scoring(15)).outcome == (403, "suspended")
    Token.forget_remembered()  # as after a commit: from now on it is remembered as a suspended player's
    assert rival.submit(event, moves_scoring(15)).outcome == (403, "suspended")
    monkeypatch.setattr(Token, "forget_remembered", lambda: None)
    take("lift", rival)
    assert rival.submit(event, moves_scoring(15)).status == 201


def test_a_name_is_hidden_everywhere_and_taken_no_more(owner, rival, event, take, player_of):
    other = owner.create()
    rival.join(other, name="Worse Name")
    Player.objects.filter(pk=rival.player["id"]).update(unnamed=True)
    Authenticator.objects.create(user=player_of(rival), type=Authenticator.Type.WEBAUTHN, data={})
    assert take("hide_name", rival).before == "Ray Rival"
    do_all_ready()
    shown = rival.get("/me").body["name"]
    assert shown.startswith("player-")
    for contest in (event, other):
        names = [row["player"]["name"] for row in owner.standings(contest)["results"]]
        assert shown in names
        assert not {"Ray Rival", "Worse Name"} & set(names)
    for name in ("Ray Rival", "RAY RIVAL"):
        assert "taken this name away" in rival.patch("/me", {"name": name}).refused_for("name")[0]
        assert rival.join(owner.create(), name=name).refused_for("name")
    named = player_of(rival)
    assert (named.unnamed, named.account) == (True, False), "the staff chose this name"
    assert rival.patch("/me", {"name": "Ray the Kind"}).status == 200
    named = player_of(rival)
    assert (named.unnamed, named.account) == (False, True)


def test_a_renamed_account_has_another_handle(take, rival, player_of):
    Player.objects.filter(pk=rival.player["id"]).update(account=True)
    Handle.objects.create(player=player_of(rival), look="x", shape="x")
    take("rename_player", rival, name="Quiet Quinn")
    assert Handle.objects.get(player=rival.player["id"]).look != "x"
    assert player_of(rival).name == "Quiet Quinn"


def test_an_about_is_hidden_stays_on_record_and_is_not_held_against_another(
    owner, rival, take, player_of, clock
):
    contests = [owner.create(about="Buy at bad.example!") for _ in range(2)]
    event, handed = [Competition.objects.get(pk=each["id"]) for each in contests]
    series = {"template": contests[0]["id"], "every": "week", "at": "19:00", "zone": "UTC"}
    assert owner.post("/series", series).status == 201
    assert take("hide_about", owner, competition=event).before == "Buy at bad.example!"
    assert owner.read(contests[0])["about"] == ""
    assert Series.objects.get().settings["about"] == "", "no later contest has it again"
    act = owner.trail(contests[0])[-1]
    assert (act["act"], act["staff"], act["reason"]) == ("change", "Evendeal", "about")
    hand_over(competition=handed, organiser=player_of(owner), player=player_of(rival), now=clock.now)
    for contest in (event, handed):
        with pytest.raises(Refusal, match="wrong_state"):
            take("hide_about", owner, competition=contest)
    assert owner.read(contests[1])["about"]
    assert Measure.objects.count() == 1


def test_a_measure_is_answered_once_and_by_whom_it_is_about(rival, stranger, take, player_of, clock):
    measure = take("warn", rival)
    for client, text, refusal in (
        (stranger, "Not me.", "not_found"),
        (rival, "It was my cat.", None),
        (rival, "Really.", "wrong_state"),
    ):
        answer = {"measure": measure, "player": player_of(client), "text": text, "now": clock.now}
        if refusal is None:
            measures.reply(**answer)
            continue
        with pytest.raises(Refusal, match=refusal):
            measures.reply(**answer)
    assert Reply.objects.get().text == "It was my cat."


def test_only_staff_take_measures_and_not_against_staff(rival, take, staff):
    for of_staff, of_rival in ((False, False), (True, True)):
        staff.is_staff = of_staff
        Player.objects.filter(pk=staff.pk).update(is_staff=of_staff)
        Player.objects.filter(pk=rival.player["id"]).update(is_staff=of_rival)
        for kind in ("warn", "ban", "suspend", "hide_name"):
            with pytest.raises(Refusal, match="forbidden"):
                take(kind, rival)
    assert not Measure.objects.exists()


def test_the_first_staff_are_made_by_a_command(rival, player_of):
    with pytest.raises(CommandError, match="account"):
        call_command("make_staff", rival.player["id"])
    make_account_staff(player_of(rival))
    for arguments, is_staff in ((["ray rival"], True), ([rival.player["id"], "--remove"], False)):
        call_command("make_staff", *arguments)
        assert player_of(rival).is_staff is is_staff
    with pytest.raises(CommandError, match="no player"):
        call_command("make_staff", "Nobody at all")
