"""Staff see a sealed seed by one command, and the trail that entrants read says so first."""

import json

import pytest
from django.core.management import CommandError, call_command

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


def test_the_seed_is_printed_and_entrants_read_who_asked_and_why(scene, capsys):
    event = scene.events[0]
    unseal(event)
    assert capsys.readouterr().out.strip() == event.deals[0].seed
    [act] = trail(scene, entrant(scene)).json["results"]
    assert act.pop("at")
    assert act == {
        "act": "unseal",
        "round": 1,
        "entry": None,
        "player": None,
        "actor": None,
        "staff": "Sue Shell",
        "reason": "A player says the deal is the one of yesterday.",
    }


def test_the_trail_is_for_entrants_and_tells_no_seed(scene, capsys):
    unseal(scene.events[0])
    for viewer in scene.viewers:
        got = trail(scene, viewer)
        allowed = viewer.entered | viewer.organises
        assert got.status == (200 if allowed else 403)
        assert not scene.knowledge(viewer).leaks(got.head, got.body)


@pytest.mark.parametrize("said", [{"staff": ""}, {"staff": " \u200b"}, {"reason": ""}, {"reason": "x" * 401}])
def test_nobody_looks_without_a_name_and_a_reason(scene, capsys, said):
    with pytest.raises(CommandError):
        unseal(scene.events[0], **said)
    assert not Act.objects.exists()
    assert not capsys.readouterr().out


@pytest.mark.parametrize("left_out", ["--staff", "--reason"])
def test_both_must_be_given(scene, capsys, left_out):
    given = {"--staff": "Sue", "--reason": "Because."}
    del given[left_out]
    with pytest.raises(CommandError, match=left_out):
        call_command("unseal", scene.events[0].id, "1", *(part for pair in given.items() for part in pair))
    assert not Act.objects.exists()


def test_a_trail_that_cannot_be_written_shows_no_seed(scene, capsys, monkeypatch):
    def fails(*_, **__):
        raise RuntimeError("disk full")

    monkeypatch.setattr(Act.objects, "bulk_create", fails)
    with pytest.raises(RuntimeError):
        unseal(scene.events[0])
    assert scene.events[0].deals[0].seed not in str(capsys.readouterr())


def test_the_act_is_committed_before_the_seed_is_shown(scene, monkeypatch):
    """It is the outermost transaction, so that nothing can roll it back."""
    from django.db import transaction

    from competitions.embargo import unseal_seed

    durable = []
    atomic = transaction.atomic
    monkeypatch.setattr(
        unseal_seed.transaction, "atomic", lambda *_, **how: durable.append(how) or atomic(**how)
    )
    unseal(scene.events[0])
    assert durable[0] == {"durable": True}


@pytest.mark.parametrize("number", [0, 3, 99])
def test_a_round_that_is_not_there_is_told(scene, number):
    with pytest.raises(CommandError, match="no round"):
        unseal(scene.events[0], number)


def test_a_round_that_is_open_to_all_needs_no_act(scene, capsys):
    organiser = next(viewer for viewer in scene.viewers if viewer.organises)
    scene.close(organiser, scene.events[0])
    with pytest.raises(CommandError, match="public"):
        unseal(scene.events[0])
    acts = json.loads(trail(scene, entrant(scene)).body)["results"]
    assert [act["act"] for act in acts] == ["close"]


def test_no_other_command_of_ours_tells_anything():
    from django.core.management import get_commands

    ours = {name for name, app in get_commands().items() if app in ("competitions", "frontend", "config")}
    silent = {
        "worker",
        "schema",
        "processes",
        "following",
        "rate",
        "make_staff",
        "migrate",
        "revalidate",
        "dump",
        "solving",
    }
    assert ours == {"unseal", *silent}, "whoever adds a command decides here what it may show"
