"""Circles over REST: who is in, who may do what, and that nobody else learns anything."""

import pytest

from competitions.contests.circles import membership
from competitions.models import Circle, Member, circles
from tests.threads import at_once


def path(circle, *ends):
    return "/".join(("/circles", circle["id"], *ends))


def remove(player, circle, *removed):
    """The outcome of closing the circle, or of removing a member."""
    got = player.request("DELETE", path(circle, *(f"members/{each.player['id']}" for each in removed)))
    return got.outcome if got.raw else got.status


def names(player, circle):
    return [row["player"]["name"] for row in player.get(path(circle, "board")).body["results"]]


FORBIDDEN, NOT_FOUND, WRONG_STATE = (403, "forbidden"), (404, "not_found"), (409, "wrong_state")


def test_who_makes_a_circle_owns_it_and_who_has_the_code_is_in(owner, rival, circle, join):
    assert (circle["name"], circle["members"]) == ("Sunday club", 1)
    assert circle["owner"] == circle["player"] == owner.player
    assert circle["url"].endswith(f"/circles/{circle['id']}?invite={circle['invite']}")
    assert owner.get(path(circle)).body == circle
    assert owner.get("/circles").body["results"] == [circle]
    for wrong in ("", "no", circle["invite"][:-1], circle["invite"] + "2", "\u00e9"):
        assert join(rival, circle, invite=wrong).outcome == (403, "bad_invite")
    assert Member.objects.count() == 1
    joined = join(rival, circle)
    assert (joined.status, joined.body["members"], joined.body["player"]) == (201, 2, rival.player)
    again = join(rival, circle, invite="whatever")
    assert (again.status, again.body) == (200, joined.body), "joining twice is once"
    assert join(rival, circle, invite=7).refused_for("invite")


def test_names_in_a_circle_differ_by_look_also_after_another_is_taken(anyone, circle, join):
    guests = [anyone.guest(name) for name in ("lan", "Ian", "Ian")]
    shown = [join(guest, circle).body["player"]["name"] for guest in guests]
    assert shown == ["lan", "Ian 2", "Ian 3"]
    assert guests[0].patch("/me", {"name": "Olga Owner"}).status == 200
    assert guests[2].patch("/me", {"name": "IAN"}).status == 200
    assert names(guests[0], circle) == ["Olga Owner", "Olga Owner 2", "Ian 2", "IAN"]


def test_who_left_or_was_removed_is_a_stranger_again(owner, rival, stranger, circle, join):
    for player in (rival, stranger):
        join(player, circle)
    assert remove(rival, circle, owner) == FORBIDDEN
    assert remove(rival, circle, rival) == remove(owner, circle, stranger) == 204
    assert remove(owner, circle, stranger) == NOT_FOUND
    for gone in (rival, stranger):
        assert gone.get(path(circle)).outcome == NOT_FOUND
    assert owner.get(path(circle)).body["members"] == 1
    assert join(rival, circle).status == 201


def test_an_owner_leaves_after_handing_the_circle_over_and_renews_its_code(
    owner, rival, stranger, circle, join
):
    join(rival, circle)
    assert rival.post(path(circle, "invite"), {}).outcome == FORBIDDEN
    renewed = owner.post(path(circle, "invite"), {}).body
    assert renewed["members"] == 2
    assert join(stranger, circle).outcome == (403, "bad_invite")
    assert remove(owner, circle, owner) == WRONG_STATE
    for nobody in (stranger.player["id"], "nobody"):
        assert owner.patch(path(circle), {"owner": nobody, "name": "Other"}).refused_for("owner")
    changed = owner.patch(path(circle), {"owner": rival.player["id"], "name": "  Monday   club "})
    assert (changed.body["owner"], changed.body["name"]) == (rival.player, "Monday club")
    assert owner.patch(path(circle), {"name": "Mine"}).outcome == FORBIDDEN
    assert remove(owner, circle, owner) == 204
    assert names(rival, circle) == ["Ray Rival"]
    assert join(stranger, renewed).status == 201


def test_a_closed_circle_is_gone_for_all(owner, rival, circle, join):
    join(rival, circle)
    assert remove(rival, circle) == FORBIDDEN
    assert remove(owner, circle) == 204
    for player in (owner, rival):
        assert player.get(path(circle)).outcome == join(player, circle).outcome == NOT_FOUND
    assert remove(owner, circle) == NOT_FOUND
    assert not Circle.objects.exists()
    assert not Member.objects.exists()


def test_a_name_that_is_none_is_refused_and_so_is_a_change_of_what_has_changed_since(owner, circle):
    for name in ("", "x", "x" * 81, "\u200b\u200b\u200b", 7, None):
        assert owner.post("/circles", {"name": name}).refused_for("name")
        assert owner.patch(path(circle), {"name": name}).refused_for("name")
    read = owner.get(path(circle)).headers["etag"]
    assert owner.patch(path(circle), {"name": "Monday club"}, If_Match=read).status == 200
    late = owner.patch(path(circle), {"name": "Tuesday club"}, If_Match=read)
    assert late.outcome == (412, "precondition_failed")


def test_a_list_of_circles_is_read_page_by_page_and_costs_the_same_for_one_and_for_many(
    owner, rival, join, django_assert_num_queries
):
    token, memberships_with_their_circles, owners = 1, 1, 1
    for n in range(5):
        join(rival, owner.post("/circles", {"name": f"Circle {n}"}).body)
        with django_assert_num_queries(token + memberships_with_their_circles + owners):
            owner.get("/circles")
    found, page = [], rival.get("/circles", limit=2)
    while page.body["next"] is not None:
        found += page.body["results"]
        page = rival.follow(page.body["next"])
    assert [each["name"] for each in found + page.body["results"]] == [f"Circle {n}" for n in (4, 3, 2, 1, 0)]


class TestAtOnce:
    @pytest.fixture
    def anyone(self, committed):
        return committed

    def test_no_race_makes_a_circle_fuller_nor_puts_a_player_into_more(
        self, owner, crowd, circle, join, monkeypatch
    ):
        assert (circles.MOST_MEMBERS, circles.MOST_CIRCLES) == (200, 50), "as it was promised"
        monkeypatch.setattr(membership, "MOST_MEMBERS", 3)
        monkeypatch.setattr(membership, "MOST_CIRCLES", 2)
        guests = crowd(["Ian"] * 3 + ["lan"] * 2)
        answers = at_once(*(lambda guest=guest: join(guest, circle) for guest in guests))
        assert sorted(answer.status for answer in answers) == [201] * 2 + [409] * 3
        assert {answer.code for answer in answers if answer.status == 409} == {"full"}
        assert Circle.objects.get().size == Member.objects.count() == 3
        made = at_once(*[lambda: owner.post("/circles", {"name": "One more"})] * 4)
        assert sorted(answer.outcome for answer in made if answer.status == 409) == [(409, "full")] * 3
        assert Member.objects.filter(player=owner.player["id"]).count() == 2
