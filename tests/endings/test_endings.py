"""How a game ended: against others, and never more of them, or of the cards, than may be known."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.endings import ending_sentences
from competitions.endings.scale import EndingScale, ScaleDot, Top, Whose
from competitions.endings.verdicts import Beaten
from competitions.models import AnalysedLog, Log, Member, Round
from tests.clients.contests import golden_round, moves_scoring, sealed


def ending(player, log):
    """What the player of a log is told."""
    attempt = Log.objects.get(pk=log["id"]).attempt_id
    answer = player.get(f"/attempts/{attempt}/ending")
    assert answer.status == 200, answer.raw
    return answer.body


def scored(player, event, score, number=1):
    """The log of a game at a golden deal."""
    player.join(event)
    return player.submit(event, moves_scoring(score), number).body


def dots(told):
    return [(dot["whose"], dot["name"], dot["score"]) for dot in told["scale"]["dots"]]


def test_it_judges_by_the_bot_and_then_by_the_field_and_says_who_is_beaten(owner, crowd, rival):
    event = owner.create(rounds=[golden_round()])
    log = scored(rival, event, 20)
    alone = ending(rival, log)
    assert (alone["beaten"]["by_bot"], alone["verdict"]) == (True, "poor")
    assert alone["judged"] == "Score 20: there was more in it."
    assert [dot[0] for dot in dots(alone)] == ["bot", "you"]
    players = crowd([f"Player {number}" for number in range(9)])
    for player, score in zip(players, (15, 20, 25, 25, 25, 30, 30, 30, 30), strict=True):
        scored(player, event, score)
    told = ending(rival, log)
    assert (told["beaten"], told["verdict"]) == ({"beaten": 7, "others": 9, "by_bot": False}, "good")
    assert (told["judged"], told["beside"]) == ("Score 20: good.", "You beat 7 of 9.")
    assert ("middle", "The middle", 25.0) in dots(told)
    assert told["scale"]["words"].startswith("From 0, a perfect game, to 30, the worst: ")
    assert told["share"] == f"Evendeal · Three By Three · Friday evening · 20 left\n{3 * '🟩'}{7 * '⬜'}"


def test_it_is_told_to_its_player_alone_and_only_once_it_is_over(owner, rival, stranger, crowd):
    event = owner.create(**sealed("wish"))
    [ann] = crowd(["Ann"])
    for player in (rival, ann):
        player.join(event)
    attempt = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body["id"]
    assert rival.get(f"/attempts/{attempt}/ending").code == "wrong_state"
    rival.post(f"/attempts/{attempt}/finish", {})
    assert rival.get(f"/attempts/{attempt}/ending").body["verdict"] == "poor"
    for other in (owner, ann, stranger):
        assert other.get(f"/attempts/{attempt}/ending").status == 404


@pytest.mark.parametrize(
    ("standings", "told"),
    [("live", True), ("own", True), ("final", False)],
)
def test_nothing_is_told_before_others_may_know_it(owner, rival, crowd, standings, told):
    event = owner.create(**sealed("wish"), standings=standings)
    [ann] = crowd(["Ann"])
    for player in (rival, ann):
        player.join(event)
        attempt = player.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body["id"]
        player.post(f"/attempts/{attempt}/finish", {})
    body = ann.get(f"/attempts/{attempt}/ending").body
    assert (body["beaten"]["by_bot"], body["lesson"]) == (standings == "final", None)
    assert (" 32 left" in body["share"]) == told
    assert ("played" in body["share"]) == (not told)
    assert body["scale"]["top"] == "perfect"


def test_after_the_close_par_and_the_dearest_move_are_told(owner, rival, clock):
    event = owner.create(rounds=[golden_round()])
    log = scored(rival, event, 20)
    stored = Log.objects.get(pk=log["id"])
    moves = stored.attempt.moves_made
    best = [{"ply": ply, "best": 10 if ply < 2 else 15} for ply in range(moves)]
    line = [{"ply": 0, "moves": ["turn w", "turn e"]}]
    found = {"par": {"score": 10, "proven": True}, "moves": best, "lines": line}
    AnalysedLog.objects.create(log=stored, found=found, solvers_version=1, due=False, asker="")
    Round.objects.update(par_score=10, par_proven=True, par_at=timezone.now())
    assert ending(rival, log)["lesson"] is None
    assert ending(rival, log)["scale"]["top"] == "perfect"
    owner.act(event, "close")
    clock.forward(seconds=1)
    told = ending(rival, log)
    assert (told["scale"]["top"], told["scale"]["best"]) == ("possible", 10)
    lesson = told["lesson"]
    assert (lesson["ply"], lesson["better"], lesson["possible"], lesson["left"]) == (1, "turn e", 10, 15)
    assert lesson["view"]["ply"] == 1
    assert lesson["words"].startswith("Move 2 gave most away: ")


def test_a_challenge_shows_friends_and_leads_to_a_duel_with_its_maker(owner, rival, crowd):
    made = owner.post("/challenges", {"game": "wish", "seed": "for-the-two-of-us"}).body
    friends = crowd(["Ann", "Ben", "Cyd", "Dot"])
    for player in (owner, *friends, rival):
        player.join(made)
        log = player.submit(made, []).body
    told = ending(rival, log)
    assert [dot[0] for dot in dots(told)] == ["bot", "you", "friend", "friend", "friend"]
    following = told["next"]
    assert (following["step"], following["player"]) == ("duel", owner.player["id"])
    assert told["beside"] == "None of the 5 others did better."


def test_a_duel_leads_to_the_rematch_once_both_have_played(rival, crowd):
    [ann] = crowd(["Ann"])
    duel = ann.post("/duels", {"game": "wish"}).body
    rival.join(duel)
    for player in (ann, rival):
        attempt = player.post(f"/competitions/{duel['id']}/rounds/1/attempts", {}).body["id"]
        player.post(f"/attempts/{attempt}/finish", {})
        body = player.get(f"/attempts/{attempt}/ending").body
    assert body["beside"] == "You and Ann are level."
    assert (body["next"]["step"], body["next"]["competition"]) == ("rematch", duel["id"])
    assert body["next"]["words"] == "Rematch against Ann"


def test_a_daily_shows_ones_circle_and_leads_to_the_next_of_today(rival, crowd):
    make_dailies(timezone.now())
    daily = next(each for each in rival.get("/daily").body["competitions"] if each["name"].startswith("Wish"))
    ann, bob = crowd(["Ann", "Bob"])
    circle = ann.post("/circles", {"name": "Us"}).body
    rival.post(f"/circles/{circle['id']}/members", {"invite": circle["invite"]})
    assert Member.objects.count() == 2
    told = {}
    for player in (ann, bob, rival):
        attempt = player.post(f"/competitions/{daily['id']}/rounds/1/attempts", {}).body["id"]
        player.post(f"/attempts/{attempt}/finish", {})
        told[player] = player.get(f"/attempts/{attempt}/ending").body
    assert [dot[:2] for dot in dots(told[rival])] == [("bot", "Our bot"), ("you", "You"), ("circle", "Ann")]
    assert [dot[0] for dot in dots(told[ann])] == ["bot", "you"]
    following = told[rival]["next"]
    assert (following["step"], following["game"], following["minutes"]) == ("daily", "winabit", 6)
    assert told[rival]["daily"]["all_played"] is False
    day = timezone.now()
    assert told[rival]["share"].startswith(f"Evendeal · Wish · {day.day} {day:%b} · 32 left")


@pytest.mark.parametrize(
    ("beaten", "words"),
    [
        (Beaten(6, 12), "You beat 6 of 12."),
        (Beaten(12, 12), "You beat all 12 others."),
        (Beaten(0, 12), "All 12 others did at least as well."),
        (Beaten(710, 1000), "You beat 71 % of 1000 players."),
        (Beaten(1, 1), "You beat the other player."),
        (Beaten(0, 1), "The other player did at least as well."),
        (Beaten(178, 250, by_bot=True), "You beat 71 % of our bot's games."),
        (Beaten(0, 250, by_bot=True), "Our bot usually does better."),
        (None, ""),
    ],
)
def test_who_is_beaten_is_one_sentence(beaten, words):
    scale = EndingScale(0, Top.PERFECT, 32, [ScaleDot(Whose.YOU, 6)])
    assert ending_sentences.beside(SimpleNamespace(beaten=beaten, scale=scale, mine=True, name="")) == words
