"""Staff see a sealed seed by one command, and the trail that entrants read says so first."""

import json

import pytest
from django.core.management import CommandError, call_command, get_commands
from django.db import transaction

from competitions.embargo import unseal_seed
from competitions.models import Act

WHO = {"staff": "Sue Shell", "reason": "A player says the deal is the one of yesterday."}


def unseal(event, number=1, **said):
    call_command("unseal", event.id, str(number), **{**WHO, **said})


def trail(scene, viewer):
    return scene.read(viewer, f"/competitions/{scene.events[0].id}/audit")


@pytest.fixture
def scene(sealed):
    return sealed(small=True)


def entrant(scene):
    return next(viewer for viewer in scene.viewers if viewer.entered)


def test_the_seed_is_printed_and_entrants_read_who_asked_and_why_and_no_seed(scene, capsys):
    event = scene.events[0]
    unseal(event)
    assert capsys.readouterr().out.strip() == event.deals[0].seed
    for viewer in scene.viewers:
        got = trail(scene, viewer)
        assert got.status == (200 if viewer.entered | viewer.organises else 403)
        assert not scene.knowledge(viewer).leaks(got.head, got.body)
    [act] = trail(scene, entrant(scene)).json["results"]
    assert act.pop("at")
    assert act.pop("extra_ms") is None
    assert act == WHO | {"act": "unseal", "round": 1, "entry": None, "player": None, "actor": None}


def test_nobody_looks_without_a_name_and_a_reason(scene, capsys):
    for said in ({"staff": ""}, {"staff": " \u200b"}, {"reason": ""}, {"reason": "x" * 401}):
        with pytest.raises(CommandError):
            unseal(scene.events[0], **said)
    for name, value in WHO.items():
        with pytest.raises(CommandError, match="--reason" if name == "staff" else "--staff"):
            call_command("unseal", scene.events[0].id, "1", f"--{name}", value)
    for number in (0, 3, 99):
        with pytest.raises(CommandError, match="no round"):
            unseal(scene.events[0], number)
    assert not Act.objects.exists()
    assert not capsys.readouterr().out


def test_the_act_is_committed_before_the_seed_is_shown(scene, capsys, monkeypatch):
    """It is the outermost transaction, so that nothing can roll it back."""
    durable, atomic = [], transaction.atomic
    monkeypatch.setattr(
        unseal_seed.transaction, "atomic", lambda *_, **how: durable.append(how) or atomic(**how)
    )
    monkeypatch.setattr(Act.objects, "bulk_create", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        unseal(scene.events[0])
    assert durable[0] == {"durable": True}
    assert scene.events[0].deals[0].seed not in str(capsys.readouterr())


def test_a_round_that_is_open_to_all_needs_no_act(scene, capsys):
    organiser = next(viewer for viewer in scene.viewers if viewer.organises)
    scene.close(organiser, scene.events[0])
    with pytest.raises(CommandError, match="public"):
        unseal(scene.events[0])
    acts = json.loads(trail(scene, entrant(scene)).body)["results"]
    assert [act["act"] for act in acts] == ["close"]


def test_no_other_command_of_ours_tells_anything():
    ours = {name for name, app in get_commands().items() if app in ("competitions", "frontend", "config")}
    silent = {
        "work",
        "worker",
        "schema",
        "processes",
        "following",
        "rate",
        "make_staff",
        "migrate",
        "revalidate",
    }
    silent |= {"backup", "dump", "move_sqlite", "restore", "solving", "language"}
    assert ours == silent | {"unseal"}, "whoever adds a command decides here what it may show"
