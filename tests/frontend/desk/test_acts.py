"""What organisers do at the desk: to the contest, and to who runs it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Competition

from ..playing import close, enter, play, start
from ..reading import press, read, says
from .visiting import REASON, acts_on, asked, did, page_of, path_of, read_again, refused

pytestmark = pytest.mark.django_db


@pytest.mark.extra
@pytest.mark.parametrize("act", ["", "settings", "close", "share", "players/{}/disqualify"])
def test_there_is_no_desk_for_strangers_and_entrants(rival, mine, stranger, desk, contest, act):
    competition = contest()
    entry = enter(competition, rival)
    link = f'href="{path_of(competition)}"'
    says(read(desk, f"/c/{competition.pk}"), link)
    path = f"{path_of(competition)}/{act.format(entry.pk)}".rstrip("/")
    for each in (stranger, mine):
        says(read(each, f"/c/{competition.pk}"), lacks=[link])
        assert [each.get(path).status_code, each.head(path).status_code] == [404, 404]
        assert each.post(path, REASON).status_code == (404 if act else 405)
    assert read_again(competition).closes_at is None


def test_what_the_owner_alone_may_do_is_refused_to_co_organisers(contest, helper, rival):
    competition = contest()
    browser = helper(competition)
    assert {"share", "leave"} <= acts_on(browser, competition)
    assert acts_on(browser, competition).isdisjoint({"remove", "hand-over"})
    for act, form in (("remove", {"player": competition.organiser_id}), ("hand-over", {"name": rival.name})):
        assert browser.get(path_of(competition, act)).status_code == 403
        refused(browser, competition, act, status=403, **form)
    assert read_again(competition).organiser == competition.organiser


@pytest.mark.extra
def test_only_what_can_be_done_now_is_on_the_desk(desk, contest, rival):
    always = {"settings", "badges", "webhooks", "copy", "series", "share", "hand-over"}
    tomorrow = timezone.now() + timedelta(days=1)
    draft, running, scheduled = contest(draft=True), contest(), contest(opens_at=tomorrow)
    assert acts_on(desk, draft) == always | {"publish", "end", "cancel"}
    assert acts_on(desk, scheduled) == always | {"end", "cancel"}
    assert acts_on(desk, running) == always | {"end", "close", "cancel"}
    enter(running, rival)
    assert acts_on(desk, running) == always | {"end", "close", "cancel", "message", "rename", "disqualify"}
    close(running)
    assert acts_on(desk, running) == always | {"certify", "cancel", "message", "rename", "disqualify"}
    did(desk, running, "certify")
    assert acts_on(desk, running) == always | {"rename", "certificates"}
    did(desk, draft, "cancel")
    assert acts_on(desk, draft) == always
    assert desk.get(path_of(running, "close")).headers["Location"] == path_of(running)


def test_publishing(desk, stranger, contest):
    competition = contest("wish", "pyramid", draft=True)
    page = asked(desk, competition, "publish")
    assert "From now on it is listed, and anyone can join. It opens at once. It has 2 deals" in page
    assert stranger.get(f"/c/{competition.pk}").status_code == 404
    assert "The contest is published." in did(desk, competition, "publish")
    assert stranger.get(f"/c/{competition.pk}").status_code == 200


def test_a_draft_whose_end_has_passed_says_so_where_it_is_published(desk, contest):
    competition = contest(draft=True, closes_at=timezone.now() + timedelta(hours=1))
    Competition.objects.filter(pk=competition.pk).update(
        created_at=timezone.now() - timedelta(days=2), closes_at=timezone.now() - timedelta(days=1)
    )
    assert "Change when it closes: It is in the past." in refused(desk, competition, "publish", status=422)


def test_moving_the_end(desk, contest, rival):
    competition = contest()
    enter(competition, rival)
    page = asked(desk, competition, "end")
    assert "At present it stays open until you close it." in page
    assert "The new end applies to everybody; 1 player has joined so far." in page
    later = (timezone.now() + timedelta(days=2)).replace(second=0, microsecond=0)
    did(desk, competition, "end", closes_at=f"{later:%Y-%m-%dT%H:%M}")
    assert read_again(competition).closes_at == later
    assert "It is in the past." in refused(desk, competition, "end", status=422, closes_at="2020-01-01T10:00")
    did(desk, competition, "end", closes_at="")
    assert read_again(competition).closes_at is None
    end = later.replace(second=30)
    Competition.objects.filter(pk=competition.pk).update(closes_at=end)
    did(desk, competition, "end", closes_at=f"{end:%Y-%m-%dT%H:%M}")
    assert read_again(competition).closes_at == end, "sent as it is shown it stays, to the second"


def test_the_end_is_not_moved_before_a_round_opens(desk, contest):
    later = timezone.now() + timedelta(days=2)
    competition = contest("wish", "wish", closes_at=later)
    competition.rounds.filter(number=2).update(opens_at=later - timedelta(hours=1))
    page = refused(
        desk, competition, "end", status=422, closes_at=f"{later - timedelta(hours=2):%Y-%m-%dT%H:%M}"
    )
    assert "Round 2: The round would open after the contest has closed." in page


def test_closing_says_how_many_still_play(desk, contest, player, rival):
    competition = contest()
    enter(competition, player("Ada"))
    assert "Nobody is playing now." in asked(desk, competition, "close")
    start(competition, rival)
    assert "1 player is still playing: their game ends as given up." in asked(desk, competition, "close")
    start(competition, player("Bo"))
    page = asked(desk, competition, "close")
    assert "2 players are still playing: their games end as given up." in page
    assert "you cannot open it again. 3 players joined." in page
    assert read_again(competition).closes_at is None
    says(did(desk, competition, "close"), "The contest is closed.", "3 joined 0 playing now")
    assert read_again(competition).state(timezone.now()) == "closed"


def test_cancelling(desk, contest, rival):
    competition = contest()
    start(competition, rival)
    page = asked(desk, competition, "cancel")
    assert "1 player is still playing: their game ends as given up." in page
    assert "It will not count for the 1 player who joined." in page
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
    assert "the players of this contest stay here (1 player)." in asked(desk, competition, "copy")
    page = did(desk, competition, "copy")
    made = Competition.objects.exclude(pk=competition.pk).get()
    assert (made.name, made.entrants, made.published_at) == ("Friday evening (copy)", 0, None)
    says(page, "This is the copy. It is a draft", "Nobody has joined yet.")


def test_results_and_settings_are_taken_away_from_the_desk(desk, contest, rival):
    competition, draft = contest(), contest(draft=True)
    play(competition, rival, [])
    api = f"/api/v1/competitions/{competition.pk}"
    page = read(desk, path_of(competition))
    for path in (f"/c/{competition.pk}/sheet", f"{api}/standings.csv?bom=1", f"{api}/settings"):
        assert f'href="{path}"' in page
        assert desk.get(path).status_code == 200
    assert "Result sheet" not in page_of(desk, draft)


def test_a_new_code(desk, stranger, contest):
    competition = contest(access="invite")
    old = competition.invite
    page = asked(desk, competition, "code")
    says(page, f"The code {old} stops working", "Nobody is removed: 0 players have joined.")
    page = did(desk, competition, "code")
    new = read_again(competition).invite
    assert (old in page, new in page, old == new) == (False, True, False)
    assert stranger.post(f"/c/{competition.pk}/join", {"name": "Nell New", "invite": old}).status_code == 422
    assert "code" not in acts_on(desk, contest())


@pytest.mark.extra
def test_sharing_removing_and_handing_over(desk, browser_of, contest, player, rival):
    competition = contest()
    cora = player("Cora Co")
    theirs = browser_of(cora)
    assert "It has no co-organiser yet." in asked(desk, competition, "share")
    assert "There is no player of this name." in refused(
        desk, competition, "share", status=422, name="No One"
    )
    assert "Please give a name." in refused(desk, competition, "share", status=422)
    did(desk, competition, "share", name="cora co")
    assert "Cora Co you" in page_of(theirs, competition)
    refused(desk, competition, "remove", status=422, player=rival.pk)
    assert "Their webhooks are removed." in asked(desk, competition, "remove")
    did(desk, competition, "remove", player=cora.pk)
    assert theirs.get(path_of(competition)).status_code == 404
    assert "remove" not in acts_on(desk, competition)
    says(did(desk, competition, "hand-over", name="Cora Co"), "Cora Co owner Olga Owner you")
    assert {"remove", "hand-over"} <= acts_on(theirs, competition)
    assert "Your webhooks are removed." in asked(desk, competition, "leave")
    assert press(desk, path_of(competition, "leave")) == "/"
    assert desk.get(path_of(competition)).status_code == 404
