"""Circles over REST: who is in, who may do what, and that nobody else learns anything."""

import pytest

from competitions.models import Circle, Member


def path(circle, *ends):
    return "/".join(("/circles", circle["id"], *ends))


def delete(player, circle, *ends):
    return (
        player.request("DELETE", path(circle, *ends)).outcome
        if ends
        else player.request("DELETE", path(circle)).status
    )


def names(player, circle):
    return [row["player"]["name"] for row in player.get(path(circle, "board")).body["results"]]


def test_who_makes_a_circle_owns_it_and_is_its_first_member(owner, circle):
    assert circle["name"] == "Sunday club"
    assert circle["owner"] == circle["player"] == owner.player
    assert circle["members"] == 1
    assert circle["url"].endswith(f"/circles/{circle['id']}?invite={circle['invite']}")
    assert owner.get(path(circle)).body == circle
    assert owner.get("/circles").body["results"] == [circle]


def test_who_has_the_code_is_in_and_joining_twice_is_once(rival, circle, join):
    joined = join(rival, circle)
    assert (joined.status, joined.body["members"], joined.body["player"]) == (201, 2, rival.player)
    again = join(rival, circle, invite="whatever")
    assert (again.status, again.body) == (200, joined.body)
    assert join(rival, circle, invite=7).refused_for("invite")


def test_without_the_code_nobody_gets_in(rival, circle, join):
    for wrong in ("", "no", circle["invite"][:-1], circle["invite"] + "2", "\u00e9"):
        assert join(rival, circle, invite=wrong).outcome == (403, "bad_invite")
    assert Member.objects.count() == 1


def test_names_in_a_circle_differ_by_look_also_after_another_is_taken(anyone, circle, join):
    guests = [anyone.guest(name) for name in ("lan", "Ian", "Ian")]
    shown = [join(guest, circle).body["player"]["name"] for guest in guests]
    assert shown == ["lan", "Ian 2", "Ian 3"]
    assert guests[0].patch("/me", {"name": "Olga Owner"}).status == 200
    assert guests[2].patch("/me", {"name": "IAN"}).status == 200
    assert names(guests[0], circle) == ["Olga Owner", "Olga Owner 2", "Ian 2", "IAN"]


@pytest.mark.extra
def test_to_others_there_is_no_circle(anyone, owner, stranger, circle, subtests):
    """The answers are those for a circle that is not there, but that its code may be tried."""
    member, nowhere = owner.player["id"], {"id": "2" * 16}
    asked = {
        "read": lambda who, circle: who.get(path(circle)),
        "change": lambda who, circle: who.patch(path(circle), {"name": "Mine"}),
        "close": lambda who, circle: who.request("DELETE", path(circle)),
        "board": lambda who, circle: who.get(path(circle, "board")),
        "code": lambda who, circle: who.post(path(circle, "invite"), {}),
        "remove": lambda who, circle: who.request("DELETE", path(circle, "members", member)),
    }
    for name, ask in asked.items():
        with subtests.test(name):
            assert ask(stranger, circle).outcome == (404, "not_found")
            assert ask(stranger, circle).raw == ask(stranger, nowhere).raw
            assert ask(anyone, circle).outcome == (401, "unauthenticated")
    assert stranger.post(path(nowhere, "members"), {"invite": "x"}).outcome == (404, "not_found")
    assert stranger.get("/circles").body["results"] == []


def test_who_left_or_was_removed_is_a_stranger_again(owner, rival, stranger, circle, join):
    join(rival, circle)
    join(stranger, circle)
    assert delete(rival, circle, "members", owner.player["id"]) == (403, "forbidden")
    assert rival.request("DELETE", path(circle, "members", rival.player["id"])).status == 204
    assert owner.request("DELETE", path(circle, "members", stranger.player["id"])).status == 204
    assert delete(owner, circle, "members", stranger.player["id"]) == (404, "not_found")
    for gone in (rival, stranger):
        assert gone.get(path(circle)).outcome == (404, "not_found")
    assert owner.get(path(circle)).body["members"] == 1
    assert join(rival, circle).status == 201


def test_the_owner_leaves_after_handing_it_over(owner, rival, stranger, circle, join):
    join(rival, circle)
    assert delete(owner, circle, "members", owner.player["id"]) == (409, "wrong_state")
    for nobody in (stranger.player["id"], "nobody"):
        assert owner.patch(path(circle), {"owner": nobody, "name": "Other"}).refused_for("owner")
    changed = owner.patch(path(circle), {"owner": rival.player["id"], "name": "  Monday   club "})
    assert (changed.body["owner"], changed.body["name"]) == (rival.player, "Monday club")
    assert owner.patch(path(circle), {"name": "Mine"}).outcome == (403, "forbidden")
    assert owner.request("DELETE", path(circle, "members", owner.player["id"])).status == 204
    assert names(rival, circle) == ["Ray Rival"]


def test_a_new_code_lets_the_old_one_in_nobody(owner, rival, stranger, circle, join):
    join(rival, circle)
    assert rival.post(path(circle, "invite"), {}).outcome == (403, "forbidden")
    renewed = owner.post(path(circle, "invite"), {}).body
    assert renewed["members"] == 2
    assert join(stranger, circle).outcome == (403, "bad_invite")
    assert join(stranger, renewed).status == 201


def test_a_closed_circle_is_gone_for_all(owner, rival, circle, join):
    join(rival, circle)
    assert delete(rival, circle) == 403
    assert delete(owner, circle) == 204
    for player in (owner, rival):
        assert player.get(path(circle)).outcome == (404, "not_found")
        assert join(player, circle).outcome == (404, "not_found")
    assert delete(owner, circle) == 404
    assert not Circle.objects.exists()
    assert not Member.objects.exists()


@pytest.mark.parametrize("name", ["", "x", "x" * 81, "\u200b\u200b\u200b", 7, None])
def test_a_name_that_is_none_is_refused(owner, circle, name):
    assert owner.post("/circles", {"name": name}).refused_for("name")
    assert owner.patch(path(circle), {"name": name}).refused_for("name")


def test_nobody_changes_what_has_changed_since_they_read_it(owner, circle):
    read = owner.get(path(circle)).headers["etag"]
    assert owner.patch(path(circle), {"name": "Monday club"}, If_Match=read).status == 200
    late = owner.patch(path(circle), {"name": "Tuesday club"}, If_Match=read)
    assert late.outcome == (412, "precondition_failed")


def test_a_list_of_circles_is_read_page_by_page(owner, rival, join):
    for n in range(5):
        join(rival, owner.post("/circles", {"name": f"Circle {n}"}).body)
    found, page = [], rival.get("/circles", limit=2)
    while True:
        found += [each["name"] for each in page.body["results"]]
        if page.body["next"] is None:
            break
        page = rival.follow(page.body["next"])
    assert found == [f"Circle {n}" for n in reversed(range(5))]


def test_a_list_costs_the_same_for_one_circle_and_for_many(owner, django_assert_num_queries):
    token, memberships_with_their_circles, owners = 1, 1, 1
    for _ in range(2):
        owner.post("/circles", {"name": "One more"})
        with django_assert_num_queries(token + memberships_with_their_circles + owners):
            owner.get("/circles")
