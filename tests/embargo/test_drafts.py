"""A draft answers as if there were nothing, to all but those who organise it, wherever it is asked for."""

import pytest

from competitions.realtime.admission import FORBIDDEN, NOT_FOUND, CloseSocket, require_watchable

from .routes import FORM, ROUTES, operations
from .stage import Stage

NOTHING = "2222222222222222"
"""An id that nothing has."""

LISTS = ("/", "/contests", "/contests/mine", "/api/v1/competitions", "/api/v1/competitions?state=draft")


@pytest.fixture
def stage(send):
    """An organiser with a draft that is shared with another, and a player of something else."""
    stage = Stage(send)
    olga, _, ray = (stage.enlist(name) for name in ("Olga", "Cora", "Ray"))
    stage.create(ray, [{"game": "wish"}])
    stage.events.clear()
    draft = stage.create(olga, [{"game": "wish"}], draft=True, play="open")
    stage.ask(olga, "POST", f"/competitions/{draft.id}/organisers", {"name": "cora"})
    for viewer in stage.viewers:  # somebody whose entry the addresses of entries may name
        viewer.entries[draft.id] = NOTHING
    return stage


@pytest.mark.extra
@pytest.mark.parametrize("viewer", [0, 3])
def test_every_address_of_a_draft_is_an_address_of_nothing(stage, viewer):
    viewer, [draft] = stage.viewers[viewer], stage.events
    asked = 0
    for route, way in ROUTES.items():
        methods = {"GET", "POST"} if way.kind == FORM else {of for at, of in operations() if at == route}
        for path in filter(lambda path: draft.id in path, way.paths(stage)):
            headers = {**viewer.headers, "Content-Type": way.kind}
            if way.kind == FORM:
                headers.pop("Authorization", None)
            for method in sorted(methods):
                here = stage.send(method, path, b"{}", headers)
                if here.status == 405:  # before anybody looks at the path, as `test_left_out` holds
                    methods.remove(method)
                    continue
                nowhere = stage.send(method, path.replace(draft.id, NOTHING), b"{}", headers)
                assert here.status == nowhere.status >= 400, (method, path, here)
                assert here.body.replace(draft.id.encode(), NOTHING.encode()) == nowhere.body, (method, path)
                asked += here.status == 404
    assert asked > 20
    for path in LISTS:
        assert draft.id.encode() not in stage.send("GET", path, b"", viewer.headers).body
    with pytest.raises(CloseSocket) as closed:
        require_watchable(draft.id, viewer.player)
    assert closed.value.code == NOT_FOUND != FORBIDDEN


@pytest.mark.parametrize("viewer", [1, 2])
def test_who_organises_a_draft_sees_its_pages_and_no_seed(stage, viewer):
    viewer, [draft] = stage.viewers[viewer], stage.events
    viewer.entries.clear()
    api = f"/api/v1/competitions/{draft.id}"
    paths = (api, f"{api}/standings", f"{api}/audit", f"{api}/organisers", f"/c/{draft.id}")
    for path in (*paths, f"/c/{draft.id}/room", f"/c/{draft.id}/rounds/1", f"{api}/logs.ndjson"):
        got = stage.send("GET", path, b"", viewer.headers)
        assert got.status == 200, path
        assert draft.deals[0].seed.encode() not in got.body
    for path in ("/contests/mine", "/api/v1/competitions?mine=1"):
        assert draft.id.encode() in stage.send("GET", path, b"", viewer.headers).body
    require_watchable(draft.id, viewer.player)


def test_a_draft_is_shown_to_all_once_it_is_published(stage):
    stranger, olga, _, _ = stage.viewers
    [draft] = stage.events
    stage.ask(olga, "POST", f"/competitions/{draft.id}/publish")
    assert stage.send("GET", f"/c/{draft.id}", b"", stranger.headers).status == 200
