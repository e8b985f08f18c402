"""A client that asks again for what has not changed is told so, and is sent nothing else."""

import pytest

from competitions.standings import standings
from tests.clients.contests import golden_round, moves_scoring
from tests.jobs.work import do_all_ready


@pytest.fixture
def path(event):
    return f"/competitions/{event['id']}"


def again(client, path, tag, method="GET"):
    """Status, header fields and body when a client that has the answer with this tag asks again."""
    named = {"If-None-Match": tag} | ({"Authorization": f"Bearer {client.token}"} if client.token else {})
    return client.send(method, f"/api/v1{path}", b"", named)


@pytest.mark.extra
def test_what_is_polled_is_sent_once(rival, path):
    attempt = rival.post(f"{path}/rounds/1/attempts", {}).body["id"]
    for polled in (
        *("/me", "/games", "/games/wish", "/games/wish/lessons", "/schema", "/competitions"),
        *("/competitions?mine=1", path, f"{path}/standings", f"{path}/standings?round=1"),
        *(f"{path}/standings?around=me", f"{path}/standings.csv", f"{path}/standings.csv?bom=1&round=1"),
        *(f"{path}/logs.ndjson", f"{path}/events", f"/attempts/{attempt}"),
    ):
        first = rival.get(polled)
        tag = first.headers["etag"]
        assert rival.request("HEAD", polled).headers["etag"] == tag
        for method in ("GET", "HEAD"):
            status, headers, body = again(rival, polled, tag, method)
            assert (status, body) == (304, b""), polled
            for name in ("etag", "cache-control", "vary"):
                assert headers[name] == first.headers[name]
        status, headers, body = again(rival, polled, '"a"')
        assert (status, body, headers["etag"]) == (200, first.raw, tag), polled


@pytest.mark.parametrize("polled", ["/me", "{path}/standings", "{path}/standings.csv"])
def test_a_tag_is_known_among_others_and_in_either_form(rival, path, polled):
    polled = polled.format(path=path)
    tag = rival.get(polled).headers["etag"]
    for known in (f"W/{tag.removeprefix('W/')}", f'"a", {tag}, "b"', "*"):
        assert again(rival, polled, known)[0] == 304, known
    for other in ('W/"b"', "nonsense", ""):
        assert again(rival, polled, other)[0] == 200, other


def test_a_refusal_has_no_tag_and_is_never_spared(stranger, anyone, owner, path):
    invited = owner.create(access="invite")
    for refused, status in (
        (f"/competitions/{invited['id']}/standings", 403),
        (f"{path}/standings?around=me", 403),
        (f"{path}/standings?cursor=x", 422),
        (f"{path}/standings?round=2", 404),
        ("/games/golf", 404),
        ("/attempts/2222222222222222", 404),
    ):
        got, headers, _ = again(stranger, refused, "*")
        assert (got, "etag" in headers) == (status, False)
    assert anyone.request("GET", "/me", If_None_Match="*").status == 401


def test_an_attempt_has_another_tag_after_every_move(rival, path):
    attempt = f"/attempts/{rival.post(f'{path}/rounds/1/attempts', {}).body['id']}"
    before = rival.get(attempt).headers["etag"]
    assert rival.post(f"{attempt}/moves", {"ply": 0, "moves": moves_scoring(20)[:1]}).status == 200
    status, headers, _ = again(rival, attempt, before)
    assert status == 200
    assert headers["etag"] != before


# The standings, whose tag is made before any row is read


def test_standings_that_are_known_are_not_read(rival, path, django_assert_num_queries):
    for query in ("", "?round=1", "?around=me"):
        tag = rival.get(f"{path}/standings{query}").headers["etag"]
        with django_assert_num_queries(4):  # the token, the contest in two, the viewer's entry
            assert again(rival, f"{path}/standings{query}", tag)[0] == 304


@pytest.mark.extra
@pytest.mark.parametrize("shown", ["own", "live", "final"])
def test_no_tag_stands_for_two_answers(owner, rival, stranger, anyone, clock, remembered, shown):
    """However a contest goes on, whoever looks, and whatever for: no tag tells anybody that an answer is the
    one they have when it is another, and a client that asks again is not sent it while it is the same."""
    first, second = golden_round(n=0), golden_round(n=1, opens_at=clock.after(hours=1))
    rounds = [first, second, golden_round(n=2, closes_at=clock.after(hours=2))]
    times = {"closes_at": clock.after(hours=6), "freeze_at": clock.after(hours=4)}
    event = owner.create(standings=shown, attempts=2, rounds=rounds, **times)
    path = f"/competitions/{event['id']}/standings"
    bodies, tags, statuses, entry = {}, {}, [], {}

    def look():
        for viewer in (anyone, rival, stranger):
            more = ["?around=me", "?round=1"] if viewer in entry else ["?cursor=MT4x"]
            for query in ("", *more):
                known = tags.get((viewer, query), "")
                status, headers, raw = again(viewer, path + query, known)
                if status == 304:
                    raw = viewer.get(path + query).raw
                tag = tags[viewer, query] = headers["etag"]
                assert (status == 304) is (tag == known)
                assert bodies.setdefault(tag, raw) == raw
                statuses.append(status)

    def join(who):
        entry[who] = who.join(event).body["id"]

    look()
    for act in (
        lambda: join(rival),
        lambda: join(stranger),
        lambda: rival.submit(event, moves_scoring(25)),
        lambda: clock.forward(minutes=10),
        lambda: stranger.post(f"/competitions/{event['id']}/rounds/1/attempts", {}),
        lambda: stranger.submit(event, []),
        lambda: clock.forward(minutes=50),
        lambda: owner.change(event, name="Another name"),
        lambda: owner.act(event, f"entries/{entry[rival]}/rename", name="Somebody else", reason="so"),
        lambda: stranger.submit(event, [], round=3),
        lambda: clock.forward(hours=1),
        lambda: owner.act(event, f"entries/{entry[stranger]}/disqualify", reason="so"),
        lambda: owner.act(event, f"entries/{entry[stranger]}/reinstate", reason="not so"),
        lambda: clock.forward(hours=2, minutes=1),
        lambda: rival.submit(event, moves_scoring(20)),  # which rival alone sees in the freeze
        lambda: rival.submit(event, [], round=2),
        lambda: clock.forward(hours=-1),
        lambda: clock.forward(hours=3),
        lambda: owner.act(event, "certify"),
    ):
        answer = act()
        assert answer is None or answer.status < 300, answer.raw
        look()
    assert statuses.count(304) > 5
    assert statuses.count(200) > 10


@pytest.mark.parametrize("hidden", ["own", "final", "frozen"])
def test_neither_tag_nor_version_tells_which_hidden_attempts_are_better(owner, rival, anyone, clock, hidden):
    frozen = {"standings": "live", "freeze_at": clock.after(hours=1)}
    settings = frozen if hidden == "frozen" else {"standings": hidden}
    event = owner.create_for(rival, attempts=9, closes_at=clock.after(hours=3), **settings)
    rival.submit(event, moves_scoring(25))
    clock.forward(hours=2)
    path = f"/competitions/{event['id']}/standings"
    for score in (20, 24, 26, 15):
        before = anyone.get(path)
        assert rival.submit(event, moves_scoring(score)).status == 201
        after = anyone.get(path)
        assert after.body["results"] == before.body["results"]
        assert after.body["version"] == before.body["version"] + 1
        assert after.headers["etag"] != before.headers["etag"]


def test_a_tag_tells_nothing_that_could_be_tried_out(rival, path, settings):
    """It is made with the key of the site."""
    tag = rival.get(f"{path}/standings").headers["etag"]
    settings.SECRET_KEY = "another" * 8
    assert rival.get(f"{path}/standings").headers["etag"] != tag


def test_rows_with_other_fields_have_other_tags(rival, event):
    """Raise `standings.FORM` with the keys: clients that ask again keep the rows of before otherwise."""
    rival.submit(event, moves_scoring(20))
    page = rival.standings(event)
    [row] = page["results"]
    [cell] = row["rounds"]
    assert standings.FORM == 7
    assert [" ".join(sorted(each)) for each in (page, row, cell, row["player"])] == [
        "changed frozen next previous results total version",
        "among decided_by disqualified entry newest played player playing rank rounds so_far tie_break tied "
        "total",
        "attempt elapsed_ms granted moves points score seen_before set_aside state won",
        "account bot id name",
    ]


@pytest.mark.extra
def test_an_export_is_sent_again_when_anything_in_it_has_changed(owner, rival, stranger, event, path):
    entry, bodies = stranger.join(event).body["id"], {}
    for act in (
        lambda: None,
        lambda: rival.submit(event, moves_scoring(25)),
        lambda: stranger.submit(event, moves_scoring(22)),
        lambda: rival.patch("/me", {"name": "Ray Renamed"}),
        lambda: rival.post(f"{path}/rounds/1/done", {}),
        lambda: rival.submit(event, []),  # refused: nothing changes
        lambda: owner.act(event, f"entries/{entry}/rename", name="Somebody", reason="so"),
        lambda: owner.act(event, "close"),
        lambda: owner.act(event, f"entries/{entry}/disqualify", reason="so"),
        lambda: owner.act(event, "certify"),
        lambda: stranger.patch("/me", {"name": "Sam Renamed"}),
        lambda: rival.patch("/me", {"name": "Ray Again"}),
    ):
        act()
        do_all_ready()  # a new name is counted by a job
        for export in ("standings.csv", "logs.ndjson"):
            for who in (owner, rival, stranger):
                answer = who.get(f"{path}/{export}")
                tag = answer.headers["etag"]
                assert bodies.setdefault((export, tag), answer.raw) == answer.raw
            status, headers, body = again(who, f"{path}/{export}", tag)
            assert (status, body, headers["etag"]) == (304, b"", tag)
    assert len(set(bodies.values())) > 10
