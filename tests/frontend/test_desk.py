"""The organiser's desk: who comes to it, what it shows of players, and what it lets organisers do."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from competitions.models import Competition, Entry
from competitions.organising.sharing import share

from .playing import close, enter, play, play_sealed, start

pytestmark = pytest.mark.django_db

REASON = {"reason": "A reason."}


@pytest.fixture
def desk(browser_of, owner):
    """The owner's browser."""
    return browser_of(owner)


@pytest.fixture
def helper(player, owner, browser_of):
    """Makes the browser of somebody who runs a contest with its owner."""

    def make(competition):
        cora = player("Cora Co")
        share(competition=competition, organiser=owner, player=cora, now=timezone.now())
        return browser_of(cora)

    return make


def path_of(competition, *more):
    return "/".join((f"/c/{competition.pk}/desk", *more))


def words_of(answer):
    main = answer.content.decode().split('<main id="main" tabindex="-1">', 1)[1]
    words = " ".join(re.sub(r"<[^>]*>", " ", main).split())
    return re.sub(r" ([:.])", r"\1", words)


def page_of(browser, competition, query=""):
    answer = browser.get(path_of(competition) + query)
    assert answer.status_code == 200
    return words_of(answer)


def acts_on(browser, competition):
    """The acts whose links are on the desk."""
    page = browser.get(path_of(competition)).content.decode()
    return set(re.findall(r"/desk/(?:players/\w+/)?([a-z-]+)\"", page))


def asked(browser, competition, *act):
    """What the page says that asks before an act."""
    answer = browser.get(path_of(competition, *act))
    assert answer.status_code == 200
    return words_of(answer)


def did(browser, competition, *act, **form):
    """The desk after an act, with its notice."""
    answer = browser.post(path_of(competition, *act), form, follow=True)
    assert (answer.status_code, len(answer.redirect_chain)) == (200, 1), words_of(answer)
    return words_of(answer)


def refused(browser, competition, *act, status, **form):
    answer = browser.post(path_of(competition, *act), form)
    assert answer.status_code == status
    return words_of(answer)


def read_again(competition):
    return Competition.objects.with_rounds().get(pk=competition.pk)


# Who comes


@pytest.mark.parametrize("act", ["", "settings", "close", "share", "players/{}/disqualify"])
def test_there_is_no_desk_for_strangers_and_entrants(stranger, entered, contest, act):
    competition = contest()
    browser, entry = entered(competition)
    path = f"{path_of(competition)}/{act.format(entry.pk)}".rstrip("/")
    for each in (stranger, browser):
        assert [each.get(path).status_code, each.head(path).status_code] == [404, 404]
        assert each.post(path, REASON).status_code == (404 if act else 405)
    assert read_again(competition).closes_at is None


def test_the_contest_leads_its_organisers_to_the_desk(stranger, desk, entered, contest):
    competition = contest()
    link = f'href="{path_of(competition)}"'
    assert link in desk.get(f"/c/{competition.pk}").content.decode()
    for browser in (stranger, entered(competition)[0]):
        assert link not in browser.get(f"/c/{competition.pk}").content.decode()


def test_what_the_owner_alone_may_do_is_refused_to_co_organisers(contest, helper, rival):
    competition = contest()
    browser = helper(competition)
    assert {"share", "leave"} <= acts_on(browser, competition)
    assert acts_on(browser, competition).isdisjoint({"remove", "hand-over"})
    for act, form in (("remove", {"player": competition.organiser_id}), ("hand-over", {"name": rival.name})):
        assert browser.get(path_of(competition, act)).status_code == 403
        refused(browser, competition, act, status=403, **form)
    assert read_again(competition).organiser == competition.organiser


def test_a_form_from_elsewhere_does_nothing(owner, contest):
    competition = contest()
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owner)
    assert browser.post(path_of(competition, "close")).status_code == 403
    assert read_again(competition).closes_at is None


def test_acts_count_against_the_limit_of_the_api(desk, contest, settings):
    settings.LIMITS = {**settings.LIMITS, "competitions": {"player": 1, "address": 100}}
    competition = contest()
    did(desk, competition, "close")
    refused(desk, competition, "certify", status=429)


# Players


def test_it_says_who_plays_who_has_not_started_and_who_is_done(desk, contest, player, rival):
    competition = contest("wish", "pyramid")
    for number in (1, 2):
        play(competition, rival, [], number=number)
    start(competition, player("Ada"))
    play(competition, player("Bo"), [])
    enter(competition, player("Cy"))
    page = page_of(desk, competition)
    assert "4 joined 1 playing now as of" in page
    for row in (
        "Ray Rival Rename Ray Rival Disqualify Ray Rival done ✓ done ✓ done",
        "Ada Rename Ada Disqualify Ada playing ● playing \N{EN DASH} not started",
        "Bo Rename Bo Disqualify Bo 1 of 2 rounds done ✓ done \N{EN DASH} not started",
        "Cy Rename Cy Disqualify Cy not started \N{EN DASH} not started \N{EN DASH} not started",
    ):
        assert row in page


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?show=playing", {"Ada"}),
        ("?show=waiting", {"Cy"}),
        ("?show=done", {"Bo"}),
        ("?called=b", {"Bo"}),
        ("?called=unfit", {"Ada"}),
        ("?called=nobody", set()),
        ("?called=%00", {"Ada", "Bo", "Cy"}),
    ],
)
def test_players_are_found_by_what_they_do_and_by_name(desk, contest, player, query, names):
    competition = contest()
    start(competition, player("Ada"))
    Entry.objects.filter(player__name="Ada").update(called="Unfit")
    play(competition, player("Bo"), [])
    enter(competition, player("Cy"))
    page = page_of(desk, competition, query)
    called = {"Unfit" if name == "Ada" else name for name in names}
    assert {name for name in ("Unfit", "Bo", "Cy") if f"Rename {name} " in page} == called


def test_a_hundred_players_are_on_a_page(desk, contest, player):
    competition = contest()
    now = timezone.now()
    everyone = [player(f"Number {number}.") for number in range(101)]
    Entry.objects.bulk_create(
        Entry(competition=competition, player=each, joined_at=now + timedelta(seconds=number))
        for number, each in enumerate(everyone)
    )
    first, second = (page_of(desk, competition, f"?page={page}") for page in (1, 2))
    assert ("Number 99." in first, "Number 100." in first, "Later" in first) == (True, False, True)
    assert ("Number 99." in second, "Number 100." in second, "Later" in second) == (False, True, False)
    for query in ("?page=3", "?page=x", "?show=x"):
        assert desk.get(path_of(competition) + query).status_code == 404


def test_more_players_cost_no_more_queries(desk, contest, player, django_assert_num_queries):
    counts = []
    competition = contest("wish", "pyramid")
    for players in (2, 9):
        for number in range(players):
            play(competition, player(f"Number {players} {number}."), [])
        with django_assert_num_queries(100, exact=False) as asked_for:
            page_of(desk, competition)
        counts.append(len(asked_for))
    assert counts[0] == counts[1] <= 16


def test_no_score_is_on_the_desk(desk, contest, rival):
    competition = contest("winabit", play="sealed", standings="final")
    play_sealed(competition, rival, [])
    [row] = re.findall("<tbody>.*</tbody>", desk.get(path_of(competition)).content.decode(), re.DOTALL)
    assert "Ray Rival" in row
    assert not re.search(r"[>\s]\W*\d+\W*[<\s]", row)


# Acts on the contest


def test_only_what_can_be_done_now_is_on_the_desk(desk, contest, rival):
    always = {"settings", "copy", "share", "hand-over"}
    draft, running, scheduled = (
        contest(draft=True),
        contest(),
        contest(opens_at=timezone.now() + timedelta(days=1)),
    )
    assert acts_on(desk, draft) == always | {"publish", "end", "cancel"}
    assert acts_on(desk, scheduled) == always | {"end", "cancel"}
    assert acts_on(desk, running) == always | {"end", "close", "cancel"}
    enter(running, rival)
    assert acts_on(desk, running) == always | {"end", "close", "cancel", "rename", "disqualify"}
    close(running)
    assert acts_on(desk, running) == always | {"certify", "cancel", "rename", "disqualify"}
    did(desk, running, "certify")
    assert acts_on(desk, running) == always | {"rename"}
    did(desk, draft, "cancel")
    assert acts_on(desk, draft) == always
    assert desk.get(path_of(running, "close")).headers["Location"] == path_of(running)


def test_publishing(desk, stranger, contest):
    competition = contest("wish", "pyramid", draft=True)
    page = asked(desk, competition, "publish")
    assert "It is listed from now on, and anyone may join. It opens at once. It has 2 deals" in page
    assert stranger.get(f"/c/{competition.pk}").status_code == 404
    assert "The contest is published." in did(desk, competition, "publish")
    assert stranger.get(f"/c/{competition.pk}").status_code == 200


def test_a_draft_whose_end_has_passed_says_so_where_it_is_published(desk, contest):
    competition = contest(draft=True, closes_at=timezone.now() + timedelta(hours=1))
    Competition.objects.filter(pk=competition.pk).update(
        created_at=timezone.now() - timedelta(days=2), closes_at=timezone.now() - timedelta(days=1)
    )
    assert "When it closes: It is in the past." in refused(desk, competition, "publish", status=422)


def test_moving_the_end(desk, contest, rival):
    competition = contest()
    enter(competition, rival)
    page = asked(desk, competition, "end")
    assert "It stays open until you close it, as it is now." in page
    assert "The new end holds for everybody; 1 player joined so far." in page
    later = (timezone.now() + timedelta(days=2)).replace(second=0, microsecond=0)
    did(desk, competition, "end", closes_at=f"{later:%Y-%m-%dT%H:%M}")
    assert read_again(competition).closes_at == later
    assert "It is in the past." in refused(desk, competition, "end", status=422, closes_at="2020-01-01T10:00")
    did(desk, competition, "end", closes_at="")
    assert read_again(competition).closes_at is None


def test_the_end_is_not_moved_before_a_round_opens(desk, contest):
    later = timezone.now() + timedelta(days=2)
    competition = contest("wish", "wish", closes_at=later)
    competition.rounds.filter(number=2).update(opens_at=later - timedelta(hours=1))
    page = refused(
        desk,
        competition,
        "end",
        status=422,
        closes_at=f"{later - timedelta(hours=2):%Y-%m-%dT%H:%M}",
    )
    assert "Round 2: The round would open after the competition has closed." in page


def test_closing_says_how_many_still_play(desk, contest, player, rival):
    competition = contest()
    enter(competition, player("Ada"))
    assert "Nobody is playing now." in asked(desk, competition, "close")
    start(competition, rival)
    assert "1 player is still playing: their game ends as given up." in asked(desk, competition, "close")
    start(competition, player("Bo"))
    page = asked(desk, competition, "close")
    assert "2 players are still playing: their games end as given up." in page
    assert "it cannot be opened again; 3 players joined." in page
    assert read_again(competition).closes_at is None
    page = did(desk, competition, "close")
    assert "The contest is closed." in page
    assert "3 joined 0 playing now" in page
    assert read_again(competition).state(timezone.now()) == "closed"


def test_cancelling(desk, contest, rival):
    competition = contest()
    start(competition, rival)
    page = asked(desk, competition, "cancel")
    assert "1 player is still playing: their game ends as given up." in page
    assert "It counts for nothing, for the 1 player who joined." in page
    assert "The contest is cancelled." in did(desk, competition, "cancel")
    assert read_again(competition).state(timezone.now()) == "cancelled"


def test_certifying(desk, contest, rival):
    competition = contest()
    play(competition, rival, [])
    assert "running" in refused(desk, competition, "certify", status=409)
    close(competition)
    assert "The results of 1 player are final then." in asked(desk, competition, "certify")
    assert "The results are final." in did(desk, competition, "certify")
    assert read_again(competition).state(timezone.now()) == "final"


def test_copying(desk, contest, rival):
    competition = contest("wish", "pyramid")
    enter(competition, rival)
    assert "those of this contest stay here (1 player)." in asked(desk, competition, "copy")
    page = did(desk, competition, "copy")
    made = Competition.objects.exclude(pk=competition.pk).get()
    assert (made.name, made.entrants, made.published_at) == ("Friday evening (copy)", 0, None)
    assert "This is the copy, a draft" in page
    assert "Nobody has joined yet." in page


def test_results_and_settings_are_taken_away_from_the_desk(desk, contest, rival):
    competition, draft = contest(), contest(draft=True)
    play(competition, rival, [])
    api = f"/api/v1/competitions/{competition.pk}"
    page = desk.get(path_of(competition)).content.decode()
    for path in (f"/c/{competition.pk}/sheet", f"{api}/standings.csv?bom=1", f"{api}/settings"):
        assert f'href="{path}"' in page
        assert desk.get(path).status_code == 200
    assert "Result sheet" not in page_of(desk, draft)


def test_a_new_code(desk, stranger, contest):
    competition = contest(access="invite")
    old = competition.invite
    page = asked(desk, competition, "code")
    assert f"The code {old} lets nobody in any more" in page
    assert "Those who have joined stay in: 0 players." in page
    page = did(desk, competition, "code")
    new = read_again(competition).invite
    assert (old in page, new in page, old == new) == (False, True, False)
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Nell New", "invite": old})
    assert answer.status_code == 422
    assert "code" not in acts_on(desk, contest())


# Acts on players


def test_disqualifying_and_reinstating(desk, stranger, contest, player, rival):
    competition = contest("wish", "pyramid")
    play(competition, rival, [])
    start(competition, rival, number=2)
    entry = competition.entries.get()
    act = ("players", entry.pk)
    page = asked(desk, competition, *act, "disqualify")
    assert "Ray Rival comes last, without a rank, and counts for nobody, with 1 result so far" in page
    assert "They are playing now: their game ends as given up." in page
    assert "Please say why." in refused(desk, competition, *act, "disqualify", status=422)
    page = did(desk, competition, *act, "disqualify", reason="Two phones")
    assert "Ray Rival disqualified" in page
    assert "Olga Owner disqualified Ray Rival: Two phones" in page
    assert Entry.objects.get().disqualified_at is not None
    assert "with 2 results" in asked(desk, competition, *act, "reinstate")
    page = did(desk, competition, *act, "reinstate", reason="It was another Ray")
    assert "Olga Owner reinstated Ray Rival: It was another Ray" in page
    assert Entry.objects.get().disqualified_at is None


def test_renaming(desk, contest, player, rival):
    competition = contest()
    enter(competition, player("Ada"))
    entry = enter(competition, rival)
    act = ("players", entry.pk, "rename")
    assert "instead of Ray Rival, in this contest alone." in asked(desk, competition, *act)
    assert "That name is taken" in refused(desk, competition, *act, status=422, name="Ada", **REASON)
    assert "Please say why." in refused(desk, competition, *act, status=422, name="Guest 7")
    page = did(desk, competition, *act, name="Guest 7", reason="Not for children")
    assert "Olga Owner gave Guest 7 the name they have here: Not for children" in page
    assert "Rename Guest 7" in page
    did(desk, competition, *act, name="", **REASON)
    assert "Rename Ray Rival" in page_of(desk, competition)


def test_a_player_of_another_contest_is_not_found(desk, contest, rival):
    entry = enter(contest(), rival)
    for act in ("rename", "disqualify", "nothing"):
        assert desk.get(path_of(contest(), "players", entry.pk, act)).status_code == 404
    assert desk.get(path_of(contest(), "nothing")).status_code == 404


# Who runs it


def test_sharing_removing_and_handing_over(desk, browser_of, contest, player, rival):
    competition = contest()
    cora = player("Cora Co")
    theirs = browser_of(cora)
    assert "It has 0 co-organisers now." in asked(desk, competition, "share")
    assert "There is no player of this name." in refused(
        desk, competition, "share", status=422, name="No One"
    )
    assert "Please give a name." in refused(desk, competition, "share", status=422)
    did(desk, competition, "share", name="cora co")
    assert "Cora Co you" in page_of(theirs, competition)
    refused(desk, competition, "remove", status=422, player=rival.pk)
    did(desk, competition, "remove", player=cora.pk)
    assert theirs.get(path_of(competition)).status_code == 404
    assert "remove" not in acts_on(desk, competition)
    page = did(desk, competition, "hand-over", name="Cora Co")
    assert "Cora Co owner Olga Owner you" in page
    assert {"remove", "hand-over"} <= acts_on(theirs, competition)
    answer = desk.post(path_of(competition, "leave"))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert desk.get(path_of(competition)).status_code == 404


# Settings


def fields_of(browser, competition):
    page = browser.get(path_of(competition, "settings")).content.decode().split("<main", 1)[1]
    return set(re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"', page)) - {"csrfmiddlewaretoken"}


def filled_in(browser, competition):
    """The fields of the page as they are shown, ready to be sent back."""
    form = browser.get(path_of(competition, "settings")).context["form"]
    values = {name: form[name].value() for name in form.fields}
    for round in browser.get(path_of(competition, "settings")).context["rounds"]:
        values |= {round.add_prefix(name): round[name].value() for name in round.fields}
    shown = {
        name: f"{value:%Y-%m-%dT%H:%M}" if hasattr(value, "hour") else value
        for name, value in values.items()
        if value not in (None, False)
    }
    return shown


def test_settings_may_be_changed_as_long_as_the_lifecycle_allows_it(desk, contest, rival):
    competition = contest(play="sealed", time_limit_s=90)
    assert fields_of(desk, contest(draft=True)) >= {"play", "ranking", "attempts", "name", "time_limit_s"}
    assert fields_of(desk, competition) == {
        "name",
        "about",
        "access",
        "max_entries",
        "bots",
        "closes_at",
        "freeze_at",
    }
    close(competition)
    assert fields_of(desk, competition) == {"name", "about"}


def test_a_form_that_is_sent_back_as_it_is_shown_changes_nothing(desk, contest):
    now = timezone.now()
    for settings in (
        {"opens_at": now + timedelta(minutes=1.5), "closes_at": now + timedelta(days=1.234)},
        {"play": "sealed", "time_limit_s": 90, "opens_at": now + timedelta(days=1), "tie_break": ["time"]},
        {"draft": True, "access": "invite", "bots": False, "about": "Come.\n\nAll of you."},
    ):
        competition = contest(**settings)
        before = Competition.objects.filter(pk=competition.pk).values().get()
        did(desk, competition, "settings", **filled_in(desk, competition))
        assert Competition.objects.filter(pk=competition.pk).values().get() == before
        assert competition.acts.count() == 0


def test_settings_are_changed(desk, contest):
    competition = contest(opens_at=timezone.now() + timedelta(days=1))
    form = filled_in(desk, competition) | {
        "name": "Saturday",
        "ranking": "points",
        "tie_break": "wins",
        "max_entries": "12",
        "access": "invite",
    }
    page = did(desk, competition, "settings", **form)
    changed = read_again(competition)
    assert (changed.name, changed.ranking, changed.tie_break) == ("Saturday", "points", "wins")
    assert (changed.max_entries, changed.access, len(changed.invite)) == (12, "invite", 16)
    changes = "the name, who may play, how many may join, how it is ranked and how ties are broken."
    assert f"Olga Owner changed {changes}" in page


def test_settings_that_are_none_are_refused_where_they_stand(desk, contest):
    competition = contest()
    shown = filled_in(desk, competition)
    page = refused(desk, competition, "settings", status=422, **shown | {"name": "x", "max_entries": "1"})
    assert "Please check what is marked below." in page
    refused(desk, competition, "settings", status=422, **shown | {"closes_at": "2020-01-01T10:00"})
    assert read_again(competition).name == "Friday evening"


def test_rounds_are_changed_as_long_as_they_may_be(desk, contest):
    now = timezone.now().replace(second=0, microsecond=0)
    draft = contest("wish", "pyramid", draft=True)
    later = now + timedelta(days=1)
    form = filled_in(desk, draft) | {
        "round-1-deal": "winabit scoring=5b",
        "round-2-opens_at": f"{later:%Y-%m-%dT%H:%M}",
        "ranking": "points",
    }
    did(desk, draft, "settings", **form)
    first, second = draft.rounds.all().select_related("deal")
    assert (first.deal.game_slug, second.deal.game_slug, second.opens_at) == ("winabit", "pyramid", later)
    open_now = contest("wish")
    shown = filled_in(desk, open_now)
    assert {name for name in shown if name.startswith("round")} == set()
    assert "round-1-closes_at" in desk.get(path_of(open_now, "settings")).content.decode()
    assert "round-1-opens_at" not in desk.get(path_of(open_now, "settings")).content.decode()
    past = {"round-1-closes_at": "2020-01-01T10:00"}
    assert "It is in the past." in refused(desk, open_now, "settings", status=422, **shown | past)


# The trail


def test_entrants_read_the_trail_and_strangers_do_not(desk, stranger, entered, contest):
    competition = contest()
    browser, entry = entered(competition)
    did(desk, competition, "players", entry.pk, "disqualify", reason="<Two> phones")
    did(desk, competition, "close", reason="The bar closes")
    path = f"/c/{competition.pk}/trail"
    assert stranger.get(path).status_code == 404
    for each in (browser, desk):
        page = words_of(each.get(path))
        assert "Olga Owner closed the contest: The bar closes" in page
        assert "Olga Owner disqualified Ray Rival: &lt;Two&gt; phones" in page
        assert page.index("closed") < page.index("disqualified")
    assert f'href="{path}"' in browser.get(f"/c/{competition.pk}").content.decode()
    assert f'href="{path}"' not in stranger.get(f"/c/{competition.pk}").content.decode()


def test_a_long_trail_has_pages(desk, contest, owner):
    competition = contest()
    for _ in range(51):
        competition.acts.create(actor=owner, act="change", reason="name", at=timezone.now())
    path = f"/c/{competition.pk}/trail"
    pages = [words_of(desk.get(f"{path}?page={page}")).count("changed the name") for page in (1, 2)]
    assert pages == [50, 1]
    for query in ("?page=3", "?page=0"):
        assert desk.get(path + query).status_code == 404


def test_the_trail_tells_what_the_service_and_the_staff_did(desk, contest):
    competition = contest()
    round = competition.rounds.get()
    competition.acts.create(staff="Sam", act="unseal", round=round, reason="A complaint", at=timezone.now())
    competition.acts.create(staff="Sam", act="something", at=timezone.now())
    page = words_of(desk.get(f"/c/{competition.pk}/trail"))
    assert "Sam looked at the sealed cards of round 1: A complaint" in page
    assert "Sam something." in page
