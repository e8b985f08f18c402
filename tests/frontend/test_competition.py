"""A competition's page: what each viewer may see of it."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Competition

from .playing import close, enter, first_move, play, play_sealed
from .props import props_in

pytestmark = pytest.mark.django_db


def page_of(browser, competition, query=""):
    answer = browser.get(f"/c/{competition.pk}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_stranger_reads_name_organiser_rounds_and_how_to_join(stranger, contest):
    competition = contest("wish", "pyramid")
    page = page_of(stranger, competition)
    for text in ("Friday evening", "Olga Owner", "Wish", "Pyramid", "Your name", "Running"):
        assert text in page
    assert f"http://testserver/c/{competition.pk}" in page


def test_the_seed_is_for_those_who_joined_and_the_commitment_for_everyone(
    stranger, browser_of, contest, rival
):
    competition = contest()
    deal = competition.rounds.all()[0].deal
    assert deal.seed not in page_of(stranger, competition)
    assert deal.seed not in page_of(browser_of(rival), competition)
    assert deal.commitment in page_of(stranger, competition)
    enter(competition, rival)
    assert deal.seed in page_of(browser_of(rival), competition)


def test_before_the_round_opens_there_is_no_seed_nor_the_commitment_of_one_that_could_be_guessed(
    browser_of, contest, rival
):
    competition = contest(opens_at=timezone.now() + timedelta(hours=1), seed="spring")
    enter(competition, rival)
    page = page_of(browser_of(rival), competition)
    assert "spring" not in page
    assert competition.rounds.all()[0].deal.commitment not in page
    assert "Not open yet" in page


@pytest.mark.parametrize("certified", [False, True])
def test_closed_contests_show_the_seed_to_all_and_take_nobody(stranger, contest, certified):
    competition = contest()
    close(competition)
    if certified:
        Competition.objects.filter(pk=competition.pk).update(certified_at=timezone.now())
    page = page_of(stranger, competition)
    assert competition.rounds.all()[0].deal.seed in page
    assert "Your name" not in page
    assert f'<span class="state {"final" if certified else "closed"}">' in page
    assert (">Final<" if certified else ">Closed<") in page
    assert "closed <time" in page
    assert "closes" not in page


def test_the_scoreboard_is_a_table_with_shared_ranks_and_unplayed_entries(stranger, contest, player):
    competition = contest()
    for name in ("Ada", "Bo"):
        play(competition, player(name), [])
    enter(competition, player("Cy"))
    page = page_of(stranger, competition)
    rows = re.findall(r"<tr class=.*?</tr>", page, re.S)
    assert [("Ada" in row, "Bo" in row, "Cy" in row) for row in rows] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    assert "joint" in rows[0]
    assert ">30<" in rows[1]
    assert "not ranked yet" in rows[2]


def test_a_row_says_who_plays_now_and_what_was_scored_while_rounds_are_missing(stranger, contest, rival, sit):
    competition = contest("wish", "pyramid", "three-by-three")
    play(competition, rival, [], number=2)
    sit(competition, rival, number=3)
    page = page_of(stranger, competition)
    assert "Move the table sideways to see all 3 rounds" in page
    assert 'tabindex="0" role="region" aria-label="Standings"' in page
    row = re.search(r"<tr class=.*?</tr>", page, re.S).group(0)
    assert "28 · 1 of 3 rounds" in row
    assert "not played" in row
    assert ">90<" in row
    assert '<span class="tag playing">playing</span>' in row
    assert "playing now" in row.split(">28<")[1]


def games_linked(browser, competition):
    return re.findall(r"/players/(\w+)/rounds/(\d+)", page_of(browser, competition))


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (("wish", "pyramid"), "Moves are final.</p>"),
        (("wish", "well"), "Moves are final, but in Well, where no card is hidden, you may undo them.</p>"),
        (("well",), "No card is hidden, so you may undo moves.</p>"),
    ],
)
def test_undo_is_told_only_where_a_game_of_the_contest_has_it(stranger, contest, games, said):
    competition = contest(*games, play="sealed")
    assert said in stranger.get(f"/c/{competition.pk}").content.decode()


def test_names_open_results_and_scores_the_games_that_may_be_watched(stranger, browser_of, contest, player):
    competition = contest("wish", "pyramid", play="sealed", others="finished")
    ada, bo = player("Ada"), player("Bo")
    mine, other = (play_sealed(competition, each, []).entry_id for each in (ada, bo))
    page = page_of(stranger, competition)
    assert f'<a href="/c/{competition.pk}/players/{mine}"><bdi>Ada</bdi></a>' in page
    assert games_linked(stranger, competition) == []
    assert props_in(page, "live-scoreboard")["watchable"] == []
    assert sorted(games_linked(browser_of(ada), competition)) == sorted([(mine, "1"), (other, "1")])
    assert props_in(page_of(browser_of(ada), competition), "live-scoreboard")["watchable"] == [1]
    close(competition)
    assert len(games_linked(stranger, competition)) == 2
    assert props_in(page_of(stranger, competition), "live-scoreboard")["watchable"] == [1, 2]


def test_ones_own_game_is_linked_before_others_may_be_watched(browser_of, contest, player):
    competition = contest(play="sealed")
    entry, _ = (play_sealed(competition, player(name), []).entry_id for name in ("Ada", "Bo"))
    browser = browser_of(competition.entries.get(pk=entry).player)
    assert games_linked(browser, competition) == [(entry, "1")]


@pytest.mark.extra
@pytest.mark.parametrize("certified", [False, True])
@pytest.mark.parametrize("who", ["stranger", "player", "organiser"])
def test_a_contest_that_is_over_looks_so_everywhere(
    stranger, browser_of, contest, owner, player, rival, who, certified
):
    competition = contest("wish", "pyramid")
    play(competition, rival, [])
    play(competition, player("Ada"), [])
    enter(competition, player("Bo"))
    close(competition)
    if certified:
        Competition.objects.filter(pk=competition.pk).update(certified_at=timezone.now())
    browser = {"stranger": stranger, "player": browser_of(rival), "organiser": browser_of(owner)}[who]
    for path in ("", "/room", "/rounds/1", "/rounds/2"):
        page = browser.get(f"/c/{competition.pk}{path}").content.decode()
        shown = re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.S)
        shown = " ".join(shown.split())
        for word in (
            "QR",
            "phone",
            "Join",
            "Bring others",
            "as of",
            " yet",
            "Running",
            "Your name",
            "so far",
            "Live",
        ):
            assert word not in shown, (path, word)
        assert 'class="qr"' not in page
        assert not re.search(r"closed closed", shown, re.I), path


def test_a_player_reads_their_place_once_the_contest_is_over(browser_of, contest, player, rival):
    competition = contest()
    for each in (rival, player("Ada")):
        play(competition, each, [])
    enter(competition, bo := player("Bo"))
    close(competition)
    page = page_of(browser_of(rival), competition)
    assert "and came <strong>joint 1st of 2</strong>." in page
    assert "You are in" not in page
    assert "no game of yours counts" in page_of(browser_of(bo), competition)


def test_once_the_last_round_has_closed_a_contest_with_a_longer_window_is_over(stranger, contest):
    competition = contest()
    hour, now = timedelta(hours=1), timezone.now()
    Competition.objects.filter(pk=competition.pk).update(
        created_at=now - 3 * hour, opens_at=now - 3 * hour, closes_at=now + hour
    )
    competition.rounds.update(closes_at=now - hour)
    page = page_of(stranger, competition)
    assert '<span class="state closed">Closed</span>' in page
    assert "Running" not in page
    assert f'closed <time datetime="{now - hour:%Y-%m-%dT%H:%M:%SZ}"' in page


def test_the_island_starts_from_what_the_table_shows(browser_of, contest, rival):
    competition = contest("wish", "pyramid")
    play(competition, rival, [])
    page = page_of(browser_of(rival), competition)
    props = props_in(page, "live-scoreboard")
    assert props["competition"] == competition.pk
    assert props["rounds"] == [1, 2]
    assert props["state"] == "running"
    assert props["round_states"] == ["open", "open"]
    assert [row["player"]["name"] for row in props["rows"]] == ["Ray Rival"]
    assert props["me"] == props["rows"][0]["entry"]
    assert props["version"] > 0


@pytest.mark.extra
def test_more_players_than_a_page_holds_are_a_link_away(stranger, browser_of, contest, player):
    competition = contest()
    players = [player(f"Player {number}") for number in range(30)]
    for one in players:
        enter(competition, one)
    first = page_of(stranger, competition)
    assert "Player 24" in first
    assert "Player 25" not in first
    assert "?page=2" in first
    second = page_of(stranger, competition, "?page=2")
    assert "Player 25" in second
    assert "Player 24" not in second
    assert "live-scoreboard" not in second
    assert "Your place" in page_of(browser_of(players[-1]), competition)
    assert "Your place" not in page_of(browser_of(players[0]), competition)
    for page in ("0", "-1", "3", "x", "1.5", "٣", "9" * 30, ""):
        assert stranger.get(f"/c/{competition.pk}", {"page": page}).status_code == 404, page


@pytest.mark.extra
def test_strangers_to_an_invite_only_contest_see_no_standings_no_code_and_nobody_in_it(
    stranger, browser_of, contest, owner, rival, player
):
    competition = contest(access="invite")
    log = play(competition, rival, [])
    entry = f"/c/{competition.pk}/players/{log.entry_id}"
    for path in (f"/results/{log.pk}", entry, f"{entry}/rounds/1"):
        for other in (stranger, browser_of(player("Eve"))):
            assert other.get(path).status_code == 404
        for one in (browser_of(rival), browser_of(owner)):
            assert "Ray Rival" in one.get(path, follow=True).content.decode()
    page = page_of(stranger, competition)
    assert "Friday evening" in page
    assert "Olga Owner" in page
    assert "Invite code" in page
    assert "Ray Rival" not in page
    assert "live-scoreboard" not in page
    assert competition.invite not in page
    assert competition.invite not in page_of(browser_of(rival), competition)
    assert "Ray Rival" in page_of(browser_of(rival), competition)
    assert competition.invite in page_of(browser_of(owner), competition)
    assert "Ray Rival" not in page_of(stranger, competition, "?page=1")


def test_the_commands_are_those_of_each_round_with_its_options(browser_of, contest, rival):
    competition = contest("three-by-three", "pyramid", seed="-hyphen-first")
    enter(competition, rival)
    page = page_of(browser_of(rival), competition)
    assert "python -m games deal -- three-by-three -hyphen-first" in page
    assert "--rules &#x27;{&quot;draw&quot;: &quot;one&quot;}&#x27; pyramid" in page
    assert f"http://testserver/api/v1/competitions/{competition.pk}/rounds/1/logs" in page


def test_a_token_is_shown_once_and_opens_the_api(browser_of, contest, rival):
    competition = contest()
    enter(competition, rival)
    browser = browser_of(rival)
    answer = browser.post(f"/c/{competition.pk}/token")
    assert "no-store" in answer.headers["Cache-Control"]
    secret = re.search(r"EVENDEAL_TOKEN=(ed_[\w-]+)", answer.content.decode()).group(1)
    assert secret not in page_of(browser, competition)
    me = browser.get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    assert me.json()["name"] == "Ray Rival"
    token = rival.tokens.get()
    assert (token.name, token.scopes) == ("command line", ["play", "read"])


def test_no_token_for_strangers_or_by_reading(stranger, browser_of, contest, rival):
    competition = contest()
    assert stranger.post(f"/c/{competition.pk}/token").status_code == 302
    assert browser_of(rival).get(f"/c/{competition.pk}/token").status_code == 302
    assert rival.tokens.count() == 0


def test_who_only_wants_to_know_sees_that_the_deal_was_fixed(stranger, contest, monkeypatch):
    competition = contest("wish", play="sealed")
    assert "checked: it matches" not in page_of(stranger, competition)
    close(competition)
    assert "checked: it matches" in page_of(stranger, competition)
    monkeypatch.setattr("competitions.models.deals.commitment", lambda game, seed: "0" * 64)
    page = page_of(stranger, competition)
    assert "checked: it matches" not in page
    assert "it does not match" in page


def test_a_finished_contest_tells_who_won_and_the_standings_before_all_else(stranger, contest, player):
    competition = contest("wish", "wish")
    ann, bo = player("Ann"), player("Bo")
    for each, moves in ((ann, []), (bo, [first_move(competition)])):
        play(competition, each, moves)
    close(competition)
    page = stranger.get(f"/c/{competition.pk}").content.decode()
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", page)
    assert headings[:2] == ["<bdi>Bo</bdi> won", "Scoreboard"]
    assert page.index("How this contest works") > page.index('class="board"')
    assert re.search(r"<details[^>]*>\s*<summary><h2[^>]*>Play the same cards", page)


def test_those_who_share_the_first_place_are_named_together(stranger, contest, player):
    competition = contest("wish")
    for name in ("Ann", "Bo", "Cy", "Di", "Eve"):
        play(competition, player(name), [])
    close(competition)
    page = stranger.get(f"/c/{competition.pk}").content.decode()
    assert "<bdi>Ann</bdi>, <bdi>Bo</bdi>, <bdi>Cy</bdi> and 2 more share the first place</h2>" in page
