"""Random bodies: every answer is complete, and only a 2xx changes anything."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from competitions.models import Access, Counts
from games import GAMES

from .stored import all_rows

TEXTS = st.text(max_size=30) | st.sampled_from(
    ["\x00", "\ud800", "\u202e", "turn e", "9999-12-31T23:59:59-23:59"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
MOMENTS = st.datetimes().map(lambda moment: moment.isoformat() + "Z")
USUAL = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
examples = pytest.mark.parametrize("examples", [15, pytest.param(60, marks=pytest.mark.extra)])


def _nearly(fields, **required):
    """An object with these fields: some of the right kind, some left out, some with any value at all."""
    return st.fixed_dictionaries(
        {name: right | ANYTHING for name, right in required.items()},
        optional={name: right | ANYTHING for name, right in fields.items()} | {"another": ANYTHING},
    )


ROUNDS = _nearly(
    {
        "rules": st.dictionaries(st.sampled_from(["scoring", "draw"]), st.sampled_from(["5a", "one"])),
        "seed": st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True) | TEXTS,
        "opens_at": MOMENTS,
        "closes_at": MOMENTS,
    },
    game=st.sampled_from(list(GAMES)),
)
BODIES = {
    "/guests": _nearly({"bot": st.booleans()}, name=TEXTS),
    "/competitions": _nearly(
        {
            "access": st.sampled_from(Access.values),
            "attempts": st.integers(0, 101),
            "counts": st.sampled_from(Counts.values),
            "opens_at": MOMENTS,
            "closes_at": MOMENTS,
            "time_limit_s": st.integers(9, 86_401),
            "draft": st.booleans(),
            "tie_break": st.lists(TEXTS, max_size=2),
        },
        name=TEXTS,
        play=st.sampled_from(["open", "sealed"]),
        rounds=st.lists(ROUNDS, min_size=1, max_size=3),
    ),
    "/competitions/{id}/entries": _nearly({}, invite=TEXTS),
    "/competitions/{id}/rounds/1/logs": _nearly({}, moves=st.lists(TEXTS, max_size=5)),
}


@pytest.mark.extra
@examples
@pytest.mark.parametrize("path", BODIES)
@pytest.mark.usefixtures("unlimited")
def test_no_body_is_a_fault_of_ours(owner, rival, path, examples):
    event = owner.create_for(rival, access="invite", attempts=None)
    stored = [all_rows()]

    @settings(USUAL, max_examples=examples)
    @given(body=BODIES[path] | ANYTHING)
    def send(body):
        answer = rival.post(path.format(id=event["id"]), json.dumps(body).encode())
        stored.append(all_rows())
        assert answer.status == 201 or stored[-1] == stored[-2]

    send()


@pytest.mark.extra
@examples
@pytest.mark.usefixtures("unlimited")
def test_no_bytes_are_a_fault_of_ours(owner, rival, examples):
    event = owner.create_for(rival)
    stored = all_rows() | {"KeptAnswer": []}

    @settings(USUAL, max_examples=examples)
    @given(data=st.binary(max_size=200), path=st.sampled_from(list(BODIES)), text=st.text(max_size=40))
    def send(data, path, text):
        headers = {"Idempotency_Key": text.encode("utf-8", "replace").decode("latin-1")}
        rival.post(path.format(id=event["id"]), data, **headers)
        rival.get(
            "/competitions", state=text.encode("utf-8", "replace").decode(), cursor=data.decode("latin-1")
        )
        rival.get(
            f"/competitions/{event['id']}/standings", cursor=data.decode("latin-1"), round=data[:2].hex()
        )
        assert all_rows() | {"KeptAnswer": []} == stored

    send()
