"""A result's page: what each viewer may see of one game, and of the others on its deal."""

import json
import random
import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.db.models import F

from competitions.models import Competition, Log, Round
from frontend.endings.usual_ends import usual_ends
from games import GAMES
from games.steps import moves_in_words
from tests.competitions.stored import end_round, enter_many
from tests.steps import steps_counted

from .playing import close, enter, play, play_sealed
from .props import props_in
from .walks import walk

pytestmark = pytest.mark.django_db

NOW = datetime.now(UTC)
LATER = "You can watch it once you have finished this deal or the round has closed."


def page_of(browser, log, query=""):
    answer = browser.get(f"/results/{log.pk}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def written_moves(page):
    """The moves of each game as programs write them, under a fold of the page without a script."""
    lists = re.findall(r'<p class="written-log">(.*?)</p>', page, re.S)
    return [re.findall(r"<code>(.*?)</code>", one) for one in lists]


def said_moves(page):
    """The same moves as they are said in words."""
    lists = re.findall(r'<ol class="written-moves">(.*?)</ol>', page, re.S)
    return [re.findall(r"<li>(.*?)</li>", one) for one in lists]


def facts(page):
    return dict(re.findall(r"<div><dt>(.*?)</dt><dd>(.*?)</dd></div>", page))


def shared_on(page):
    """What goes along when the page's result is shared; a script makes words of it."""
    (facts,) = re.findall(r'data-share="(.*?)"', page)
    return json.loads(unescape(facts))


def rows_of_everyone(page):
    table = re.search(r'<table class="board everyone">.*?</table>', page, re.S)
    return re.findall(r"<tr class=.*?</tr>", table.group(0), re.S) if table else []


@pytest.fixture
def some_moves():
    """Moves of a contest's deal: other ones for each `n`."""

    def some(competition, n=0, length=4):
        deal = competition.rounds.all()[0].deal
        return walk(GAMES[deal.game_slug], deal.seed, random.Random(n), longest=length)

    return some


@pytest.mark.parametrize("organiser", [False, True])
def test_anyone_reads_who_scored_what_and_not_how(
    stranger, browser_of, owner, contest, rival, some_moves, organiser
):
    competition = contest()
    log = play(competition, rival, some_moves(competition))
    page = page_of(browser_of(owner) if organiser else stranger, log)
    for text in (
        "Ray Rival",
        "Friday evening",
        "Three By Three",
        f"http://testserver/results/{log.pk}",
        LATER,
    ):
        assert text in page
    said = facts(page)
    assert said["Score"] == str(log.attempt.score)
    assert said["How it ended"] == "Given up"
    assert said["Moves"] == "4"
    assert "Place" not in said, "nobody is 1st of one"
    assert written_moves(page) == []
    assert "replay-of" not in page


def test_a_player_reads_the_own_moves(browser_of, contest, rival, some_moves):
    competition = contest(attempts=None)
    moves = some_moves(competition)
    log = play(competition, rival, moves)
    page = page_of(browser_of(rival), log)
    assert written_moves(page) == [list(json.loads(log.moves))]
    deal = log.round.deal
    assert said_moves(page) == [moves_in_words(deal.game.open(deal.seed, deal.rules), json.loads(log.moves))]
    cards = re.fullmatch(
        r"Given up: (\d+) cards? face down, [1-5] rounds? not dealt", facts(page)["How it ended"]
    )
    assert cards, "what the score counts is told to who may watch the game"
    assert props_in(page, "replay-of") == {"logs": [log.pk]}
    assert LATER not in page


def test_a_player_with_an_attempt_left_waits_and_one_with_none_watches(
    browser_of, contest, rival, player, some_moves
):
    competition = contest(attempts=2)
    log = play(competition, rival, some_moves(competition))
    eve = player("Eve")
    play(competition, eve, some_moves(competition, 1))
    assert written_moves(page_of(browser_of(eve), log)) == []
    play(competition, eve, some_moves(competition, 2))
    assert written_moves(page_of(browser_of(eve), log)) == [json.loads(log.moves)]


def test_everyone_watches_once_the_round_is_closed_and_keeps_the_receipt(
    stranger, browser_of, contest, rival, some_moves
):
    competition = contest()
    log = play(competition, rival, some_moves(competition))
    receipt = f"/api/v1/logs/{log.pk}/receipt"
    assert receipt not in page_of(browser_of(rival), log)
    close(competition)
    page = page_of(stranger, log)
    assert f'<a href="{receipt}" download="receipt-{log.pk}.json">' in page
    assert stranger.get(receipt).status_code == 200
    assert written_moves(page) == [json.loads(log.moves)]
    assert f"/verify?log={log.pk}" in page
    assert "Place" not in facts(page)


def test_what_was_possible_is_told_once_the_round_is_closed(
    stranger, browser_of, contest, rival, player, some_moves
):
    competition = contest()
    log = play(competition, rival, some_moves(competition))
    deal = log.round.deal
    assert "deal" not in props_in(page_of(browser_of(rival), log), "replay-of")
    close(competition)
    told = {"game": deal.game_slug, "rules": deal.rules, "seed": deal.seed, "lowest": True, "par": None}
    assert props_in(page_of(stranger, log), "replay-of") == {
        "logs": [log.pk],
        "deal": {**told, "mine": False, "minutes": 1},
    }
    Round.objects.filter(pk=log.round_id).update(par_score=3, par_proven=False, par_at=NOW)
    assert props_in(page_of(stranger, log), "replay-of")["deal"]["par"] == 3
    assert props_in(page_of(browser_of(rival), log), "replay-of")["deal"]["mine"]
    Competition.objects.filter(pk=competition.pk).update(cancelled_at=NOW)
    assert "deal" not in props_in(page_of(stranger, log), "replay-of")


@pytest.mark.extra
def test_the_game_just_above_is_the_first_to_look_at_beside(stranger, contest, rival, player, some_moves):
    competition = contest()
    logs = [
        play(competition, each, some_moves(competition, length=length))
        for each, length in ((rival, 9), (player("Eve"), 6), (player("Ida"), 3))
    ]
    logs.sort(key=lambda log: log.attempt.score)
    alone = play(competition, player("Uma"), [])
    close(competition)
    assert len({log.attempt.score for log in logs}) == 3
    link = r'href="\?with=(\w+)">Side by side with <bdi>[^<]+</bdi>, just (\w+)'
    links = [re.findall(link, page_of(stranger, log)) for log in (*logs, alone)]
    first, second, third = (log.pk for log in logs)
    assert links == [[(second, "below")], [(first, "above")], [(second, "above")], [(third, "above")]]
    assert "just above" not in page_of(stranger, logs[1], f"?with={first}")


def test_a_game_of_a_sealed_round_has_its_time_and_its_seed_stays_hidden(
    stranger, browser_of, contest, rival, player, some_moves
):
    competition = contest(play="sealed", others="finished")
    mine = play_sealed(competition, rival, some_moves(competition))
    eve = player("Eve")
    hers = play_sealed(competition, eve, some_moves(competition, 1))
    page = page_of(browser_of(rival), hers)
    assert written_moves(page) == [json.loads(hers.moves)]
    assert facts(page)["Time"] == "1:05"
    assert "/verify?log=" not in page
    assert competition.rounds.all()[0].deal.seed not in page
    assert written_moves(page_of(stranger, mine)) == []


def test_of_a_sealed_round_nobody_watches_another_before_it_has_closed(
    browser_of, contest, rival, player, some_moves
):
    competition = contest(play="sealed")
    play_sealed(competition, rival, some_moves(competition))
    hers = play_sealed(competition, player("Eve"), some_moves(competition, 1))
    page = page_of(browser_of(rival), hers)
    assert written_moves(page) == []
    assert "You can watch it once the round has closed for everyone." in page
    close(competition)
    assert written_moves(page_of(browser_of(rival), hers)) == [json.loads(hers.moves)]


@pytest.mark.parametrize(
    ("others", "when"),
    [
        ("closed", "once the round has closed for everyone"),
        ("finished", "once you have finished this deal or the round has closed"),
    ],
)
def test_a_contest_says_when_others_may_be_watched(stranger, contest, others, when):
    competition = contest(play="sealed", others=others)
    for path in (f"/c/{competition.pk}", f"/c/{competition.pk}/rounds/1"):
        assert f"You can watch other players' games {when}" in stranger.get(path).content.decode()


def test_two_games_stand_side_by_side_for_a_viewer_of_both(
    stranger, browser_of, contest, rival, player, some_moves
):
    competition = contest()
    log = play(competition, rival, some_moves(competition))
    other = play(competition, player("Eve"), some_moves(competition, 1))
    page = page_of(browser_of(rival), log, f"?with={other.pk}")
    assert written_moves(page) == [json.loads(log.moves), json.loads(other.moves)]
    assert f'{{"logs": ["{log.pk}", "{other.pk}"]}}' in page
    assert f'href="?with={other.pk}"' in page_of(browser_of(rival), log)
    assert "?with=" not in page_of(stranger, log)
    assert written_moves(page_of(stranger, log, f"?with={other.pk}")) == []


def test_beside_the_own_game_one_that_may_not_be_watched_stays_away(
    browser_of, contest, rival, player, some_moves
):
    competition = contest(attempts=2)
    log = play(competition, rival, some_moves(competition))
    other = play(competition, player("Eve"), some_moves(competition, 1))
    page = page_of(browser_of(rival), log, f"?with={other.pk}")
    assert written_moves(page) == [json.loads(log.moves)]
    assert "You can watch the other game once" in page
    assert LATER in page_of(browser_of(rival), other, f"?with={log.pk}")
    assert written_moves(page_of(browser_of(rival), other, f"?with={log.pk}")) == []


def test_what_is_no_result_of_the_deal_cannot_stand_beside_it(browser_of, contest, rival, player, some_moves):
    competition = contest("wish", "pyramid")
    log = play(competition, rival, [])
    another_round = play(competition, rival, [], number=2)
    hidden = contest(access="invite")
    secret = play(hidden, player("Ivy"), [])
    for other in (another_round.pk, log.pk, secret.pk, "nothing", "", "\0", "a" * 400, "../x"):
        assert browser_of(rival).get(f"/results/{log.pk}", {"with": other}).status_code == 404


def test_a_rejected_log_is_no_result(browser_of, contest, rival):
    log = play(contest(), rival, ["nonsense"])
    assert log.verdict == "rejected"
    assert browser_of(rival).get(f"/results/{log.pk}").status_code == 404


def test_everyone_on_the_deal_is_listed_best_first_and_linked(stranger, contest, player):
    competition = contest("wish")
    deal = competition.rounds.all()[0].deal
    moves = walk(GAMES["wish"], deal.seed, random.Random(1))
    logs = [
        play(competition, player(name), moves[:count]) for name, count in (("Ada", 0), ("Bo", 2), ("Cy", 1))
    ]
    enter(competition, player("Waiting"))
    page = page_of(stranger, logs[0])
    rows = rows_of_everyone(page)
    assert [re.search(r"<bdi>(.*?)</bdi>", row).group(1) for row in rows] == ["Bo", "Cy", "Ada"]
    assert [logs[1].pk in rows[0], logs[2].pk in rows[1], logs[0].pk in rows[2]] == [True, True, False]
    assert "this game" in rows[2]
    assert ">32<" in rows[2]
    assert facts(page)["Place"] == "3rd of 3 so far"


def test_an_attempt_that_does_not_count_says_so_and_has_no_rank(stranger, contest, rival, player):
    competition = contest("wish", attempts=2)
    deal = competition.rounds.all()[0].deal
    moves = walk(GAMES["wish"], deal.seed, random.Random(1))
    best = play(competition, rival, moves[:2])
    worse = play(competition, rival, moves[:1])
    said = facts(page_of(stranger, worse))
    assert said["Attempt"] == "2, which does not count"
    assert "Place" not in said
    play(competition, player("Eve"), [])
    assert facts(page_of(stranger, best))["Place"] == "1st of 2 so far"
    assert best.pk in rows_of_everyone(page_of(stranger, worse))[0]


def test_a_place_far_behind_costs_no_more_than_one_in_front(stranger, contest, rival, remembered):
    log, costs = play(contest("wish"), rival, []), []
    for names in ([f"A {n}" for n in range(50)], [f"B {n}" for n in range(300)]):
        Competition.objects.update(changes=F("changes") + 1)
        changes = Competition.objects.get().changes
        entries = enter_many(log.round.competition, names, NOW, changed=changes)
        attempts = end_round(entries, log.round, [30 - n % 30 for n in range(len(names))], NOW)
        Log.objects.bulk_create(
            Log(entry=each.entry, round=log.round, attempt=each, moves="[]", received_at=NOW)
            for each in attempts
        )
        page_of(stranger, log)
        with steps_counted() as taken:
            page = page_of(stranger, log)
        costs.append(len(taken))
    assert facts(page)["Place"].startswith("351st")
    assert costs[1] < 1.2 * costs[0]


def test_more_players_than_a_page_holds_are_a_link_away(stranger, contest, player, monkeypatch):
    monkeypatch.setattr("frontend.results.views.PAGE", 5)
    competition = contest("wish")
    logs = [play(competition, player(f"Player {number}"), []) for number in range(7)]
    enter(competition, player("Waiting"))
    first = page_of(stranger, logs[6])
    assert len(rows_of_everyone(first)) == 5
    assert re.search(r'href="\?page=2&amp;since=\d+#everyone"', first)
    second = page_of(stranger, logs[6], "?page=2")
    assert len(rows_of_everyone(second)) == 2
    assert re.search(r'href="\?page=1&amp;since=\d+#everyone"', second)
    assert "?page=3" not in second
    for page in ("3", "0", "x", "٣", ""):
        assert stranger.get(f"/results/{logs[0].pk}", {"page": page}).status_code == 404


def test_a_link_to_it_says_in_other_places_what_it_is(stranger, contest, rival):
    competition = contest("wish")
    log = play(competition, rival, [])
    page = page_of(stranger, log)
    assert '<meta property="og:title" content="Ray Rival scored 32 in Wish">' in page
    described = re.search(r'<meta property="og:description" content="(.*?)">', page).group(1)
    assert described == "Given up: 0 moves. Friday evening: everyone gets the same cards."
    assert f'<meta property="og:url" content="http://testserver/results/{log.pk}">' in page


def test_what_is_shared_is_who_scored_what_and_how_good_it_was(
    stranger, browser_of, contest, player, rival, some_moves
):
    competition = contest("wish")
    log = play(competition, rival, some_moves(competition, length=1))
    play(competition, player("Eve"), [])
    among = {"beaten": 1, "others": 1, "median": 31, "best": 30}
    told = {"game": "Wish", "label": "Friday evening (Wish)", "score": 30, "won": False, "among": among}
    told |= {"lowest": True, "usual": [[*end] for end in usual_ends("wish", {}).items()]}
    unseen = {"outcome": "", "scores": [], "who": "Ray Rival", "link": None}
    assert shared_on(page_of(stranger, log)) == told | unseen
    own = {"outcome": "30 cards left", "scores": [32, 30], "who": None, "link": f"/c/{competition.pk}"}
    assert shared_on(page_of(browser_of(rival), log)) == told | own
    round_page = browser_of(rival).get(f"/c/{competition.pk}/rounds/1").content.decode()
    assert shared_on(round_page) == told | own
    for page in (round_page, page_of(stranger, log)):
        assert "The median" not in page, "of two it says nothing"
        assert "☆☆☆" not in page, "who leads has no row of empty stars"
        assert "Our bot usually ends such deals with 0 to 10, and fewer is better." in page
