"""A competition's page: what each viewer may see of it."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Competition

from .playing import close, enter, first_move, play, play_sealed, start
from .props import props_in
from .reading import press, read, says, words

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
MATCHES = "checked: it matches"


def page_of(browser, competition, query=""):
    return read(browser, f"/c/{competition.pk}{query}")


def rows_of(page):
    return re.findall(r"<tr class=.*?</tr>", page, re.S)


def close_finally(competition, certified):
    close(competition)
    if certified:
        Competition.objects.filter(pk=competition.pk).update(certified_at=timezone.now())


def test_the_seed_is_for_those_who_joined_and_the_commitment_for_everyone(stranger, mine, contest, rival):
    competition = contest("wish", "pyramid")
    seed, commitment = competition.rounds.all()[0].deal.seed, competition.rounds.all()[0].deal.commitment
    page = page_of(stranger, competition)
    facts = ("Friday evening", "Olga Owner", "Wish", "Pyramid", "Your name", "Running")
    says(page, *facts, f"http://testserver/c/{competition.pk}", commitment, lacks=[seed])
    says(page_of(mine, competition), lacks=[seed])
    enter(competition, rival)
    says(page_of(mine, competition), seed)


def test_before_the_round_opens_there_is_no_seed_nor_the_commitment_of_one_that_could_be_guessed(
    mine, contest, rival
):
    competition = contest(opens_at=timezone.now() + HOUR, seed="spring")
    enter(competition, rival)
    hidden = ["spring", competition.rounds.all()[0].deal.commitment]
    says(page_of(mine, competition), "Not open yet", lacks=hidden)


@pytest.mark.parametrize("certified", [False, True])
def test_closed_contests_show_the_seed_to_all_and_take_nobody(stranger, contest, certified):
    close_finally(competition := contest(), certified)
    state = f'<span class="state {"final" if certified else "closed"}">'
    seed = competition.rounds.all()[0].deal.seed
    page = page_of(stranger, competition)
    says(
        page,
        seed,
        state,
        ">Final<" if certified else ">Closed<",
        "closed <time",
        lacks=["Your name", "closes"],
    )


def test_the_scoreboard_is_a_table_with_shared_ranks_and_unplayed_entries(stranger, contest, player):
    competition = contest()
    for name in ("Ada", "Bo"):
        play(competition, player(name), [])
    enter(competition, player("Cy"))
    rows = rows_of(page_of(stranger, competition))
    for row, texts in zip(rows, (["Ada", "joint"], ["Bo", ">30<"], ["Cy", "not ranked yet"]), strict=True):
        says(row, *texts, lacks={"Ada", "Bo", "Cy"} - {texts[0]})


def test_a_row_says_who_plays_now_and_what_was_scored_while_rounds_are_missing(stranger, contest, rival):
    competition = contest("wish", "pyramid", "three-by-three")
    play(competition, rival, [], number=2)
    start(competition, rival, number=3)
    page = page_of(stranger, competition)
    says(
        page,
        "Move the table sideways to see all 3 rounds",
        'tabindex="0" role="region" aria-label="Standings"',
    )
    [row] = rows_of(page)
    says(row, "28 · 1 of 3 rounds", "not played", ">90<", '<span class="tag playing">playing</span>')
    says(row.split(">28<")[1], "playing now")


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        (("wish", "pyramid"), "Moves are final.</p>"),
        (("wish", "well"), "Moves are final, except in Well, where no card is hidden.</p>"),
        (("well",), "No card is hidden, so you may undo moves.</p>"),
    ],
)
def test_undo_is_told_only_where_a_game_of_the_contest_has_it(stranger, contest, games, sentence):
    says(page_of(stranger, contest(*games, play="sealed")), sentence)


def games_linked(page):
    return sorted(re.findall(r"/players/(\w+)/rounds/(\d+)", page))


def test_names_open_results_and_scores_the_games_that_may_be_watched(stranger, browser_of, contest, player):
    competition = contest("wish", "pyramid", play="sealed", others="finished")
    ada, bo = player("Ada"), player("Bo")
    own, other = (play_sealed(competition, each, []).entry_id for each in (ada, bo))
    both = sorted([(own, "1"), (other, "1")])
    page = page_of(stranger, competition)
    says(page, f'<a href="/c/{competition.pk}/players/{own}"><bdi lang="">Ada</bdi></a>')
    hers = page_of(browser_of(ada), competition)
    close(competition)
    for each, links, watchable in (
        (page, [], []),
        (hers, both, [1]),
        (page_of(stranger, competition), both, [1, 2]),
    ):
        assert games_linked(each) == links
        assert props_in(each, "live-scoreboard")["watchable"] == watchable
    competition = contest(play="sealed")
    own, _ = (play_sealed(competition, each, []).entry_id for each in (ada, bo))
    assert games_linked(page_of(browser_of(ada), competition)) == [(own, "1")], "before others may be watched"


ENDED = ("QR", "phone", "Join", "Bring others", "as of", " yet", "Running", "Your name", "so far", "Live")


@pytest.mark.extra
@pytest.mark.parametrize("certified", [False, True])
def test_a_contest_that_is_over_looks_so_everywhere(stranger, mine, desk, contest, player, rival, certified):
    competition = contest("wish", "pyramid")
    for each in (rival, player("Ada")):
        play(competition, each, [])
    enter(competition, player("Bo"))
    close_finally(competition, certified)
    for browser in (stranger, mine, desk):
        for path in ("", "/room", "/rounds/1", "/rounds/2"):
            page = page_of(browser, competition, path)
            says(words(page), lacks=ENDED)
            says(page, lacks=['class="qr"'])
            assert not re.search(r"closed closed", words(page), re.I), path


def test_a_player_reads_their_place_once_the_contest_is_over(mine, browser_of, contest, player, rival):
    competition = contest()
    for each in (rival, player("Ada")):
        play(competition, each, [])
    enter(competition, bo := player("Bo"))
    close(competition)
    says(page_of(mine, competition), "and came <strong>joint 1st of 2</strong>.", lacks=["You are in"])
    says(page_of(browser_of(bo), competition), "none of your games counts")


def test_once_the_last_round_has_closed_a_contest_with_a_longer_window_is_over(stranger, contest):
    competition, now = contest(), timezone.now()
    Competition.objects.filter(pk=competition.pk).update(
        created_at=now - 3 * HOUR, opens_at=now - 3 * HOUR, closes_at=now + HOUR
    )
    competition.rounds.update(closes_at=now - HOUR)
    closed = f'closed <time datetime="{now - HOUR:%Y-%m-%dT%H:%M:%SZ}"'
    says(
        page_of(stranger, competition), '<span class="state closed">Closed</span>', closed, lacks=["Running"]
    )


def test_the_island_starts_from_what_the_table_shows(mine, contest, rival):
    competition = contest("wish", "pyramid")
    play(competition, rival, [])
    props = props_in(page_of(mine, competition), "live-scoreboard")
    own = competition.entries.get().pk
    facts = {"competition": competition.pk, "rounds": [1, 2], "state": "running", "me": own}
    assert props.items() >= (facts | {"round_states": ["open", "open"]}).items()
    assert [(row["player"]["name"], row["entry"]) for row in props["rows"]] == [("Ray Rival", own)]
    assert props["version"] > 0


@pytest.mark.extra
def test_more_players_than_a_page_holds_are_a_link_away(stranger, browser_of, contest, player):
    competition = contest()
    players = [player(f"Player {number}") for number in range(30)]
    for one in players:
        enter(competition, one)
    says(page_of(stranger, competition), "Player 24", "?page=2", lacks=["Player 25"])
    second = page_of(stranger, competition, "?page=2")
    says(second, "Player 25", lacks=["Player 24", "live-scoreboard"])
    says(page_of(browser_of(players[-1]), competition), "Your place")
    says(page_of(browser_of(players[0]), competition), lacks=["Your place"])
    for page in ("0", "-1", "3", "x", "1.5", "٣", "9" * 30, ""):
        read(stranger, f"/c/{competition.pk}", 404, page=page)


@pytest.mark.extra
def test_strangers_to_an_invite_only_contest_see_no_standings_no_code_and_nobody_in_it(
    stranger, browser_of, mine, desk, contest, rival, player
):
    competition = contest(access="invite")
    log = play(competition, rival, [])
    entry = f"/c/{competition.pk}/players/{log.entry_id}"
    for path in (f"/results/{log.pk}", entry, f"{entry}/rounds/1"):
        for other in (stranger, browser_of(player("Eve"))):
            read(other, path, 404)
        for one in (mine, desk):
            says(one.get(path, follow=True).content.decode(), "Ray Rival")
    hidden = ["Ray Rival", "live-scoreboard", competition.invite]
    says(page_of(stranger, competition), "Friday evening", "Olga Owner", "Invite code", lacks=hidden)
    says(page_of(stranger, competition, "?page=1"), lacks=hidden)
    says(page_of(mine, competition), "Ray Rival", lacks=[competition.invite])
    says(page_of(desk, competition), competition.invite)


def test_the_commands_are_those_of_each_round_with_its_options(mine, contest, rival):
    competition = contest("three-by-three", "pyramid", seed="-hyphen-first")
    enter(competition, rival)
    says(
        page_of(mine, competition),
        "python -m games deal -- three-by-three -hyphen-first",
        "--rules &#x27;{&quot;draw&quot;: &quot;one&quot;}&#x27; pyramid",
        f"http://testserver/api/v1/competitions/{competition.pk}/rounds/1/logs",
    )


def test_a_token_is_shown_once_and_opens_the_api(stranger, mine, contest, rival):
    competition = contest()
    press(stranger, path := f"/c/{competition.pk}/token")
    assert mine.get(path).status_code == 302
    assert rival.tokens.count() == 0, "none for strangers, nor by reading"
    enter(competition, rival)
    answer = mine.post(path)
    assert "no-store" in answer.headers["Cache-Control"]
    secret = re.search(r"EVENDEAL_TOKEN=(ed_[\w-]+)", answer.content.decode()).group(1)
    says(page_of(mine, competition), lacks=[secret])
    answer = mine.get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    assert answer.json()["name"] == "Ray Rival"
    token = rival.tokens.get()
    assert (token.name, token.scopes) == ("command line", ["play", "read"])


def test_who_only_wants_to_know_sees_that_the_deal_was_fixed(stranger, contest, monkeypatch):
    competition = contest("wish", play="sealed")
    says(page_of(stranger, competition), lacks=[MATCHES])
    close(competition)
    says(page_of(stranger, competition), MATCHES)
    monkeypatch.setattr("competitions.models.deals.commitment", lambda game, seed: "0" * 64)
    says(page_of(stranger, competition), "it does not match", lacks=[MATCHES])


def test_a_finished_contest_tells_who_won_and_the_standings_before_all_else(stranger, contest, player):
    competition, tied = contest("wish", "wish"), contest("wish")
    for name, moves in (("Ann", []), ("Bo", [first_move(competition)])):
        play(competition, player(name), moves)
    for name in ("Ann", "Bo", "Cy", "Di", "Eve"):
        play(tied, player(name), [])
    close(competition)
    close(tied)
    page = page_of(stranger, competition)
    assert re.findall(r"<h2[^>]*>(.*?)</h2>", page)[:2] == ['<bdi lang="">Bo</bdi> won', "Scoreboard"]
    assert page.index("How this contest works") > page.index('class="board ')
    assert re.search(r"<details[^>]*>\s*<summary><h2[^>]*>Play the same cards", page)
    names = [f'<bdi lang="">{name}</bdi>' for name in ("Ann", "Bo", "Cy")]
    together = f"{', '.join(names)} and 2 more share the first place</h2>"
    says(page_of(stranger, tied), together)
