"""Badges over REST: a list of names lets each of these people in."""

import pytest

from competitions.contests.badges import enter_by_badge, make_badges
from competitions.contests.badges.codes import code_of
from competitions.contests.badges.enter_by_badge import come
from competitions.models import Badge, Entry, KeptAnswer, Player
from competitions.moderation.close_player import close_player
from competitions.people import numbered_names
from competitions.people.numbered_names import with_number
from competitions.refusals import Refusal
from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger, unwritten
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger", "unwritten"]


def path_of(event, *more):
    return "/".join((f"/competitions/{event['id']}/badges", *more))


def with_code(badge, clock, viewer=None, form=None):
    return come(code=badge["code"], viewer=viewer, form=form, now=clock.now)


def refused(badge, clock):
    """Why nobody comes in with the badge."""
    with pytest.raises(Refusal) as refusal:
        with_code(badge, clock)
    return refusal.value.code


FULL, WRONG_STATE = (409, "full"), (409, "wrong_state")


@pytest.fixture
def event(owner):
    return owner.create(access="invite")


@pytest.fixture
def badges_for():
    """Makes badges for names, and gives them as the list tells them."""

    def make(owner, event, *names):
        assert owner.post(path_of(event), {"names": names}).status == 201
        return owner.get(path_of(event), limit=200).body["results"][-len(names) :]

    return make


def test_each_name_gets_a_badge_with_a_code_of_its_own(owner, event, badges_for, clock):
    made = owner.post(path_of(event), {"names": ["Anna", " Ben\u200b ", "ANNA"]})
    assert made.status == 201
    numbers = [(each["number"], each["name"]) for each in made.body["results"]]
    assert numbers == [(1, "Anna"), (2, "Ben"), (3, "ANNA 2")]
    assert {"code", "url"}.isdisjoint(made.body["results"][0]), "it is kept for repeats"
    [cleo] = badges_for(owner, event, "Cleo")
    assert (cleo["name"], cleo["entry"], cleo["used_at"]) == ("Cleo", None, None)
    told = owner.get(path_of(event)).body["results"]
    assert len({each["code"] for each in told}) == 4
    for each in told:
        assert len(each["code"]) == 15
        assert each["url"].endswith(f"/badge?code={each['code']}")
        assert owner.get(path_of(event, each["id"])).body == each
    entry = with_code(told[0], clock)
    again = owner.get(path_of(event, told[0]["id"])).body
    assert (again["code"], again["url"], again["entry"]["id"]) == (None, None, entry.pk)
    assert again["entry"]["player"]["name"] == "Anna"


def test_a_name_that_is_there_already_gets_a_number_and_one_that_comes_first_keeps_it(
    owner, rival, event, badges_for, clock
):
    rival.join(event, invite=event["invite"], name="Anna")
    [anna, ben] = badges_for(owner, event, "Anna", "Ben")
    assert anna["name"] == "Anna 2"
    owner.join(event, name="Ben")
    assert with_code(ben, clock).name == "Ben 2"


@pytest.mark.extra
@pytest.mark.usefixtures("unlimited")
def test_a_list_of_names_that_all_look_alike_costs_little_more_than_any_other(owner, event, monkeypatch):
    tried = []
    monkeypatch.setattr(
        numbered_names, "with_number", lambda own, number: tried.append(number) or with_number(own, number)
    )
    for _ in range(2):
        spelt = [f"{'Nn'[n % 2]}{'Aa'[n // 2 % 2]}{'Mm'[n // 4 % 2]}e" for n in range(200)]
        made = owner.post(path_of(event), {"names": spelt})
        assert made.status == 201
    assert made.body["results"][-1]["name"] == "name 400"
    assert len(tried) < 5000


WRONG = [
    *(([], "Give 1 to 200"), (["Anna"] * 201, "no more than 200"), (["Anna", "B"], "2. B: Give 2 to 24")),
    *((["Anna", "x" * 90], f"2. {'x' * 40}: Give 2 to 24"), (["P\u0430ul"], "mixes")),
    *((["\u200b\u200b"], "Give 2 to 24"), (["Anna", 7], "list of texts"), ("Anna", "list of texts")),
    ([["Anna"]], "list of texts"),
]


@pytest.mark.usefixtures("unlimited")
def test_names_that_are_none_are_refused_and_nothing_is_made(owner, event, unwritten):
    for names, sentence in WRONG:
        [told, *_] = owner.post(path_of(event), {"names": names}).refused_for("names")
        assert sentence in told
    assert len(owner.post(path_of(event), {"names": ["x"] * 200}).refused_for("names")) == 10


def test_there_are_no_more_than_may_play_and_no_more_than_a_contest_has(
    owner, rival, badges_for, clock, monkeypatch
):
    event = owner.create_for(rival, max_entries=4)
    badges = badges_for(owner, event, "Anna", "Ben")
    assert owner.post(path_of(event), {"names": ["Cleo", "Dan"]}).outcome == FULL
    with_code(badges[0], clock)
    assert owner.post(path_of(event), {"names": ["Cleo"]}).status == 201
    monkeypatch.setattr(make_badges, "MOST_BADGES", 3)
    assert owner.post(path_of(owner.create()), {"names": ["A1", "A2", "A3", "A4"]}).outcome == FULL


def test_badges_are_the_organisers_alone(owner, rival, stranger, anyone, event, badges_for):
    [badge] = badges_for(owner, event, "Anna")
    rival.join(event, invite=event["invite"])
    at, one = path_of(event), path_of(event, badge["id"])
    asked = [("GET", at), ("POST", at), ("GET", one), ("DELETE", one), ("POST", f"{one}/renew")]
    for caller, status in ((rival, 403), (stranger, 403), (anyone, 401)):
        assert {caller.request(*each).status for each in asked} == {status}
    assert owner.get(path_of(owner.create(), badge["id"])).status == 404


def test_entrants_read_what_was_done_and_neither_codes_nor_names(owner, rival, event, badges_for, clock):
    rival.join(event, invite=event["invite"])
    anna, ben, cleo = badges_for(owner, event, "Anna", "Ben", "Cleo")
    entry = with_code(anna, clock)
    for badge in (anna, ben):
        assert owner.post(path_of(event, badge["id"], "renew"), {}).status == 200
    assert owner.request("DELETE", path_of(event, cleo["id"])).status == 204
    told = rival.get(f"/competitions/{event['id']}/audit")
    acts = [(act["act"], act["reason"], act["entry"] and act["entry"]["id"]) for act in told.body["results"]]
    assert acts == [
        ("add_badges", "3 badges", None),
        ("renew_badge", "", entry.pk),
        ("renew_badge", "", None),
        ("remove_badges", "1 badge", None),
    ]
    for code in (anna["code"], ben["code"], "Ben", "Cleo"):
        assert code.encode() not in told.raw
    assert not Badge.objects.filter(digest__in=[anna["code"], ben["code"]]).exists()


def test_a_repeat_makes_no_more_and_keeps_no_code(owner, event):
    asked = {"names": ["Anna", "Ben"]}
    told = [owner.post(path_of(event), asked, Idempotency_Key="k").raw for _ in range(2)]
    assert told[0] == told[1]
    assert Badge.objects.count() == 2
    kept = KeptAnswer.objects.get().body
    assert not [badge for badge in Badge.objects.all() if code_of(badge) in kept]


def test_a_badge_that_is_made_anew_has_another_code_and_only_what_nobody_has_used_is_removed(
    owner, event, badges_for, clock
):
    anna, ben = badges_for(owner, event, "Anna", "Ben")
    assert "code" not in owner.post(path_of(event, anna["id"], "renew"), {}).body
    again = owner.get(path_of(event, anna["id"])).body
    assert again["code"] != anna["code"]
    assert refused(anna, clock) == "not_found"
    assert with_code(again, clock).name == "Anna"
    assert owner.request("DELETE", path_of(event, anna["id"])).outcome == WRONG_STATE
    assert owner.request("DELETE", path_of(event, ben["id"])).status == 204
    assert owner.request("DELETE", path_of(event, ben["id"])).status == 404
    assert refused(ben, clock) == "not_found"


def test_badges_of_a_draft_let_in_once_it_is_published_and_until_it_is_over(owner, badges_for, clock):
    event = owner.create(draft=True)
    anna, ben = badges_for(owner, event, "Anna", "Ben")
    assert refused(anna, clock) == "not_found", "nobody knows of a draft"
    owner.act(event, "publish")
    with_code(anna, clock)
    owner.close(event, clock)
    assert refused(ben, clock) == "wrong_state"
    assert owner.post(path_of(event), {"names": ["Cleo"]}).outcome == WRONG_STATE
    assert owner.post(path_of(event, ben["id"], "renew"), {}).outcome == WRONG_STATE


def test_a_new_secret_of_the_site_leaves_the_codes_good_and_prints_those_of_the_old_one_as_long_as_it_is_kept(
    owner, event, badges_for, clock, settings
):
    anna, ben = badges_for(owner, event, "Anna", "Ben")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert owner.get(path_of(event, anna["id"])).body["code"] == anna["code"]
    settings.SECRET_KEY_FALLBACKS = []
    assert owner.get(path_of(event, anna["id"])).body["code"] is None
    assert with_code(anna, clock).name == "Anna"
    owner.post(path_of(event, ben["id"], "renew"), {})
    assert owner.get(path_of(event, ben["id"])).body["code"]


def test_a_badge_whose_player_is_deleted_meanwhile_is_refused(owner, event, badges_for, clock, monkeypatch):
    [anna] = badges_for(owner, event, "Anna")
    entry = with_code(anna, clock)
    owner.post(path_of(event, anna["id"], "renew"), {})
    anew = owner.get(path_of(event, anna["id"])).body
    read_badge, read = enter_by_badge.badge_with, []

    def read_and_deleted(code):
        read.append(read_badge(code))
        if len(read) == 2:  # with the competition locked, and the player not yet
            close_player(player=entry.player, now=clock.now)
        return read[-1]

    monkeypatch.setattr(enter_by_badge, "badge_with", read_and_deleted)
    assert refused(anew, clock) == "not_found"


@on_databases_that_lock
def test_of_many_phones_with_one_code_one_is_in(committed, badges_for, clock):
    owner = committed.guest("Olga Owner")
    event = owner.create()
    [anna] = badges_for(owner, event, "Anna")

    def press(form):
        try:
            return with_code(anna, clock, form=form).pk
        except Refusal as refusal:
            return refusal.code

    found = at_once(*(lambda form=form: press(form) for form in ("one", "one", "two", "three", None)))
    [entry] = Entry.objects.all()
    assert set(found) == {entry.pk, "wrong_state"}
    assert found.count(entry.pk) in (1, 2), "whoever pressed twice is in, by both"
    assert Player.objects.count() == 2
