"""A result's page: what each viewer may see of one game, and of the others on its deal."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.db.models import F

from competitions.models import Competition, Log
from games.steps import moves_in_words
from tests.competitions.stored import end_round, enter_many
from tests.steps import steps_counted

from .playing import close, enter, play, play_sealed
from .props import props_in
from .reading import read, says
from .walks import moves_in

pytestmark = pytest.mark.django_db

NOW = datetime.now(UTC)
FINISHED = "once you have finished this deal or the round has closed"
LATER = f"You can watch this game {FINISHED}."


def page_of(browser, log, query=""):
    return read(browser, f"/results/{log.pk}{query}")


def written_moves(page):
    """The moves of each game as programs write them, under a fold of the page without a script."""
    lists = re.findall(r'<p class="written-log">(.*?)</p>', page, re.S)
    return [re.findall(r"<code>(.*?)</code>", one) for one in lists]


def watched(browser, log, query=""):
    """The moves of the games that a viewer may watch on a page."""
    return written_moves(page_of(browser, log, query))


def moves_of(*logs):
    return [log.moves for log in logs]


def facts(page):
    return dict(re.findall(r"<div><dt>(.*?)</dt><dd>(.*?)</dd></div>", page))


def shared_on(page):
    """What goes along when the page's result is shared."""
    (shared,) = re.findall(r'data-share="(.*?)"', page, re.S)
    return unescape(shared)


def rows_of_everyone(page):
    table = re.search(r'<table class="board everyone">.*?</table>', page, re.S)
    return re.findall(r"<tr class=.*?</tr>", table.group(0), re.S) if table else []


def some_moves(competition, n=0, length=4):
    """Moves of a contest's deal: other ones for each `n`."""
    return moves_in(competition, n, length)


def test_anyone_reads_who_scored_what_and_not_how_and_a_player_the_own_moves(
    stranger, desk, mine, contest, rival
):
    competition = contest(attempts=1)
    log = play(competition, rival, some_moves(competition))
    for browser in (stranger, desk):
        page = page_of(browser, log)
        here = f"http://testserver/results/{log.pk}"
        says(page, "Ray Rival", "Friday evening", "Three By Three", here, LATER, lacks=["replay-of"])
        told = {"Score": str(log.attempt.score), "How it ended": "Given up", "Moves": "4"}
        assert facts(page).items() >= told.items()
        assert "Place" not in facts(page), "nobody is 1st of one"
        assert written_moves(page) == []
    page = page_of(mine, log)
    assert written_moves(page) == moves_of(log)
    [spoken] = re.findall(r'<ol class="written-moves">(.*?)</ol>', page, re.S)
    deal = log.round.deal
    in_words = moves_in_words(deal.game.open(deal.seed, deal.rules), log.moves)
    assert re.findall(r"<li>(.*?)</li>", spoken) == in_words
    counted = r"Given up: (\d+) cards? face down, [1-5] rounds? not dealt"
    assert re.fullmatch(counted, facts(page)["How it ended"]), "told to who may watch the game"
    assert props_in(page, "replay-of") == {"logs": [log.pk]}
    says(page, lacks=[LATER])


def test_a_player_with_an_attempt_left_waits_and_one_with_none_watches(browser_of, contest, rival, player):
    competition = contest(attempts=2)
    log = play(competition, rival, some_moves(competition))
    eve = player("Eve")
    for n, seen in ((1, []), (2, moves_of(log))):
        play(competition, eve, some_moves(competition, n))
        assert watched(browser_of(eve), log) == seen


def test_once_the_round_is_closed_everyone_watches_keeps_the_receipt_and_is_told_what_was_possible(
    stranger, mine, contest, rival
):
    competition = contest()
    log = play(competition, rival, some_moves(competition))
    receipt, deal = f"/api/v1/logs/{log.pk}/receipt", log.round.deal
    page = page_of(mine, log)
    says(page, lacks=[receipt])
    assert "deal" not in props_in(page, "replay-of")
    close(competition)
    page = page_of(stranger, log)
    says(page, f'<a href="{receipt}" download="receipt-{log.pk}.json">', f"/verify?log={log.pk}")
    assert stranger.get(receipt).status_code == 200
    assert written_moves(page) == moves_of(log)
    assert "Place" not in facts(page)
    told = {"game": deal.game_slug, "rules": deal.rules, "seed": deal.seed}
    assert props_in(page, "replay-of") == {"logs": [log.pk], "deal": {**told, "mine": False}}
    assert props_in(page_of(mine, log), "replay-of")["deal"]["mine"]
    Competition.objects.filter(pk=competition.pk).update(cancelled_at=NOW)
    assert "deal" not in props_in(page_of(stranger, log), "replay-of")


@pytest.mark.extra
def test_the_game_just_above_is_the_first_to_look_at_beside(stranger, contest, rival, player):
    competition = contest()
    logs = [
        play(competition, each, some_moves(competition, length=length))
        for each, length in ((rival, 9), (player("Eve"), 6), (player("Ida"), 3))
    ]
    logs.sort(key=lambda log: log.attempt.score)
    alone = play(competition, player("Uma"), [])
    close(competition)
    assert len({log.attempt.score for log in logs}) == 3
    link = r'href="\?with=(\w+)">Side by side with <bdi lang="">[^<]+</bdi>, just (\w+)'
    links = [re.findall(link, page_of(stranger, log)) for log in (*logs, alone)]
    first, second, third = (log.pk for log in logs)
    assert links == [[(second, "below")], [(first, "above")], [(second, "above")], [(third, "above")]]
    says(page_of(stranger, logs[1], f"?with={first}"), lacks=["just above"])


@pytest.mark.parametrize("others", ["finished", "closed"])
def test_a_game_of_a_sealed_round_has_its_time_and_its_seed_stays_hidden(
    stranger, mine, contest, rival, player, others
):
    """Until it has closed, others who have finished watch it, or nobody does."""
    competition = contest(play="sealed", others=others)
    own = play_sealed(competition, rival, some_moves(competition))
    hers = play_sealed(competition, player("Eve"), some_moves(competition, 1))
    page = page_of(mine, hers)
    assert facts(page)["Time"] == "1:05"
    says(page, lacks=["/verify?log=", competition.rounds.all()[0].deal.seed])
    when = FINISHED if others == "finished" else "once the round has closed for everyone"
    for path in (f"/c/{competition.pk}", f"/c/{competition.pk}/rounds/1"):
        says(read(stranger, path), f"You can watch other players' games {when}")
    assert watched(stranger, own) == []
    if others == "finished":
        assert written_moves(page) == moves_of(hers)
    else:
        assert written_moves(page) == []
        says(page, f"You can watch this game {when}.")
    close(competition)
    assert watched(mine, hers) == moves_of(hers)


def test_two_games_stand_side_by_side_for_a_viewer_of_both(stranger, mine, contest, rival, player):
    competition, waiting, eve = contest(), contest(attempts=2), player("Eve")
    log, other, own, hidden = (
        play(event, each, some_moves(event, n))
        for event in (competition, waiting)
        for n, each in enumerate((rival, eve))
    )
    beside = f"?with={other.pk}"
    page = page_of(mine, log, beside)
    assert written_moves(page) == moves_of(log, other)
    says(page, f'{{"logs": ["{log.pk}", "{other.pk}"]}}')
    says(page_of(mine, log), f'href="{beside}"')
    says(page_of(stranger, log), lacks=["?with="])
    assert watched(stranger, log, beside) == []
    page = page_of(mine, own, f"?with={hidden.pk}")  # which may not be watched yet
    assert written_moves(page) == moves_of(own)
    says(page, "You can watch the other game once")
    page = page_of(mine, hidden, f"?with={own.pk}")
    assert written_moves(page) == []
    says(page, LATER)


def test_what_is_no_result_of_the_deal_cannot_stand_beside_it(mine, contest, rival, player):
    competition = contest("wish", "pyramid")
    log, another_round = (play(competition, rival, [], number=number) for number in (1, 2))
    secret = play(contest(access="invite"), player("Ivy"), [])
    for other in (another_round.pk, log.pk, secret.pk, "nothing", "", "\0", "a" * 400, "../x"):
        read(mine, f"/results/{log.pk}", 404, **{"with": other})
    log = play(contest(), rival, ["nonsense"])
    assert log.verdict == "rejected"
    read(mine, f"/results/{log.pk}", 404)


def test_everyone_on_the_deal_is_listed_best_first_and_linked(stranger, contest, player):
    competition = contest("wish")
    moves = moves_in(competition)
    logs = [
        play(competition, player(name), moves[:count]) for name, count in (("Ada", 0), ("Bo", 2), ("Cy", 1))
    ]
    enter(competition, player("Waiting"))
    page = page_of(stranger, logs[0])
    rows = rows_of_everyone(page)
    assert [re.search(r'<bdi lang="">(.*?)</bdi>', row).group(1) for row in rows] == ["Bo", "Cy", "Ada"]
    assert [logs[1].pk in rows[0], logs[2].pk in rows[1], logs[0].pk in rows[2]] == [True, True, False]
    says(rows[2], "this game", ">32<")
    assert facts(page)["Place"] == "3rd of 3 so far"


def test_an_attempt_that_does_not_count_says_so_and_has_no_rank(stranger, contest, rival, player):
    competition = contest("wish", attempts=2)
    moves = moves_in(competition)
    best, worse = (play(competition, rival, moves[:count]) for count in (2, 1))
    told = facts(page_of(stranger, worse))
    assert (told["Attempt"], "Place" in told) == ("2 (does not count)", False)
    play(competition, player("Eve"), [])
    assert facts(page_of(stranger, best))["Place"] == "1st of 2 so far"
    says(rows_of_everyone(page_of(stranger, worse))[0], best.pk)


def test_a_place_far_behind_costs_no_more_than_one_in_front(stranger, contest, rival, remembered):
    log, costs = play(contest("wish"), rival, []), []
    for names in ([f"A {n}" for n in range(50)], [f"B {n}" for n in range(300)]):
        Competition.objects.update(changes=F("changes") + 1)
        changes = Competition.objects.get().changes
        entries = enter_many(log.round.competition, names, NOW, changed=changes)
        attempts = end_round(entries, log.round, [30 - n % 30 for n in range(len(names))], NOW)
        Log.objects.bulk_create(
            Log(entry=each.entry, round=log.round, attempt=each, moves=[], received_at=NOW)
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
    for query, rows, leads_to in (("", 5, 2), ("?page=2", 2, 1)):
        page = page_of(stranger, logs[6], query)
        assert len(rows_of_everyone(page)) == rows
        assert re.search(rf'href="\?page={leads_to}&amp;since=\d+#everyone"', page)
    says(page, lacks=["?page=3"])
    for number in ("3", "0", "x", "٣", ""):
        read(stranger, f"/results/{logs[0].pk}", 404, page=number)


def test_a_link_to_it_says_in_other_places_what_it_is(stranger, contest, rival):
    log = play(contest("wish"), rival, [])
    for name, content in (
        ("title", "Ray Rival scored 32 in Wish"),
        ("description", "Given up: 0 moves. Friday evening: everyone gets the same cards."),
        ("url", f"http://testserver/results/{log.pk}"),
    ):
        says(page_of(stranger, log), f'<meta property="og:{name}" content="{content}">')


def test_what_is_shared_is_a_picture_in_text(stranger, mine, contest, player, rival):
    competition = contest("wish")
    log = play(competition, rival, some_moves(competition, length=1))
    play(competition, player("Eve"), [])
    # The game is not told to strangers while the contest runs: its row of signs neither.
    assert shared_on(page_of(stranger, log)) == "Evendeal · Ray Rival · Wish · Friday evening · 30 left"
    own = f"Evendeal · Wish · Friday evening · 30 left\n{10 * '⬜'}"
    round_page = read(mine, f"/c/{competition.pk}/rounds/1")
    assert shared_on(page_of(mine, log)) == shared_on(round_page) == own
    says(round_page, "30 cards left: there was more in it.", "You beat the other player.")
