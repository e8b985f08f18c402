"""The site on which the worked examples of the schema are played: always the same, to the last letter."""

import base64
import hashlib
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.utils import timezone

from competitions.contests import webhooks
from competitions.contests.badges import codes
from competitions.contests.badges.enter_by_badge import come
from competitions.contests.dailies.calendar import make_dailies
from competitions.ledger.event_rows import rows_between
from competitions.models import (
    Act,
    AnalysedLog,
    Badge,
    Competition,
    Delivery,
    Hook,
    Log,
    Notice,
    RatedRound,
    Rating,
    RatingChange,
    Round,
)
from competitions.outbound.notices.notify import notify
from competitions.play.ghosts.follower import list_offered_deals
from competitions.proofs.history.append_leaves import append_due
from competitions.proofs.history.follower import append_published
from competitions.proofs.receipts import keys

from .analyses import told_of
from .contests import golden, moves_scoring
from .rest import Client

SIGNING = keys.Key(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
"""The key of its receipts."""


class Undone(Exception):
    """Ends a transaction."""


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is stored within is gone afterwards."""
    with suppress(Undone), transaction.atomic():
        yield
        raise Undone


@contextmanager
def chance(label: str) -> Iterator[None]:
    """What is random within follows from the label, and so does every id, whatever else is on the site."""
    die = random.Random(label)
    with (
        patch.object(secrets, "randbelow", die.randrange),
        patch.object(secrets, "choice", die.choice),
        patch.object(secrets, "token_hex", lambda size: die.randbytes(size).hex()),
        patch.object(secrets, "token_urlsafe", lambda size: die.randbytes(size).hex()),
        patch.object(codes, "derived_keys", lambda _, of: [hashlib.sha256(of.encode()).digest()]),
        patch("competitions.outbound.events.cursors.derived_keys", lambda *_, **__: [die.randbytes(64)]),
        patch.object(
            webhooks, "secret_of", lambda _: f"whsec_{base64.b64encode(die.randbytes(32)).decode()}"
        ),
        patch.object(keys, "site_keys", lambda: [SIGNING]),
    ):
        yield


def prepared(anyone: Client, forward: Callable[..., None]) -> dict[str | None, Client]:
    """Prepare the site, and give its cast by their names; None is a stranger without a token.

    `forward` lets time pass. Olga organises. Ann and Ray have joined `Friday evening`, an open contest, where
    Ray has sent a log and Ann plays; Sam has joined nothing. `Sealed night` is sealed, and Ann has joined.
    `Next week` is a draft that Ray organises too. In `Club night`, which needs a code, Ray was disqualified;
    Bea and Cem are to come with badges, and Dee has come with one.
    `Last week` is closed; of its webhook's two deliveries one was not accepted. The history has what was
    promised of it and of `Sealed night`. Sam plays its deal again, as a ghost.
    Ray was told that he is out, and what `Last week` came to.
    The deals of the day are there, a duel that Ann and Ray have played, which moved their ratings, and
    `Sunday club`, a circle of Olga's with Ann and Ray, who have played today's Wish. `Thursdays` is a series
    of Olga's. Ann has an address of her calendar.
    """
    cast: dict[str | None, Client] = {None: anyone}
    for name in ("Olga", "Ann", "Ray", "Sam"):
        with chance(name):
            cast[name] = anyone.guest(name)
    olga, ann, ray = cast["Olga"], cast["Ann"], cast["Ray"]
    with chance("dailies"):
        make_dailies(timezone.now())

    def made(name: str, **settings):
        with chance(name):
            return olga.create(name=name, **settings)

    def joined(event, *players: Client) -> dict[str, str]:
        return {player.player["name"]: _joined(event, player) for player in players}

    friday = made("Friday evening", attempts=5, about="Every Friday at eight.")
    joined(friday, ann, ray)
    with chance("Ray's log"):
        assert ray.submit(friday, moves_scoring(20)).status == 201
    with chance("Ann's attempt"):
        running = ann.post(f"/competitions/{friday['id']}/rounds/1/attempts", {}).body
    first = golden()["log"]["moves"][:2]
    forward(minutes=1)
    assert ann.post(f"/attempts/{running['id']}/moves", {"ply": 0, "moves": first}).status == 200

    sealed = made("Sealed night", play="sealed", rounds=[{"game": "wish"}, {"game": "well"}])
    joined(sealed, ann)

    draft = made("Next week", draft=True)
    assert olga.post(f"/competitions/{draft['id']}/organisers", {"name": "Ray"}).status == 200

    club = made("Club night", access="invite")
    entries = {name: _joined(club, cast[name], invite=club["invite"]) for name in ("Ann", "Ray")}
    out = olga.post(
        f"/competitions/{club['id']}/entries/{entries['Ray']}/disqualify", {"reason": "Two accounts"}
    )
    assert out.status == 200

    with chance("Badges"):
        assert olga.post(f"/competitions/{club['id']}/badges", {"names": ["Bea", "Cem", "Dee"]}).status == 201
    with chance("Dee comes"):
        dee = codes.code_of(Badge.objects.get(name="Dee"))
        come(code=dee, viewer=None, form=None, now=timezone.now())

    last = made("Last week")
    joined(last, ray)
    with chance("Ray's log of last week"):
        log = ray.submit(last, moves_scoring(15)).body["id"]
    _analysed(log)
    assert olga.act(last, "close").status == 200
    for event in (sealed, last):
        append_published(event["id"], rows_between(event["id"], 0, 100), timezone.now())
    append_due()
    with chance("Ann's duel"):
        duel = ann.post("/duels", {"game": "wish", "against": ray.player["id"]}).body
    joined(duel, ray)
    for player in (ann, ray):
        with chance(f"{player.player['name']}'s game in the duel"):
            begun = player.post(f"/competitions/{duel['id']}/rounds/1/attempts", {}).body
            assert player.post(f"/attempts/{begun['id']}/finish", {}).status == 200
    _rated(duel, {ann: 12, ray: -12})
    with chance("A webhook"):
        hook = {"url": "https://club.example/evendeal", "events": ["result", "state"]}
        made_hook = olga.post(f"/competitions/{last['id']}/webhooks", hook).body
    with chance("Its deliveries"):
        _delivered(Hook.objects.get(pk=made_hook["id"]))
    forward(minutes=1)
    list_offered_deals(last["id"], rows_between(last["id"], 0, 100), timezone.now())
    with chance("Sam's ghost"):
        again = cast["Sam"].post(f"/competitions/{last['id']}/rounds/1/attempts", {"ghost": True})
        assert again.status == 201
    with chance("Ray's notices"):
        _notify(ray, club, last)
    _circle_of(olga, ann, ray)
    with chance("Thursdays"):
        thursdays = {"template": sealed["id"], "name": "Thursdays", "every": "week", "weekday": 4}
        assert olga.post("/series", thursdays | {"at": "19:00", "zone": "Europe/Berlin"}).status == 201
    with chance("Ann's calendar"):
        assert ann.post("/me/calendar", {}).status == 201
    return cast


def _analysed(log_id: str) -> None:
    log = Log.read(log_id)
    found = told_of(log.round.deal, log.moves)
    AnalysedLog.objects.create(log=log, due=False, found=found, solvers_version=found.pop("version"))


def _notify(ray: Client, club, last) -> None:
    common = {"player_id": ray.player["id"], "at": timezone.now()}
    out = Act.objects.get(act="disqualify")
    notify(
        [
            Notice(type="act", key=str(out.pk), competition_id=club["id"], act=out, **common),
            Notice(type="certified", key=last["id"], competition_id=last["id"], **common),
        ]
    )


def _rated(event, changes: dict[Client, int]) -> None:
    now, round = timezone.now(), Round.objects.get(competition=event["id"])
    rated = RatedRound.objects.create(round=round, game_slug="wish", certified_at=now, due=False)
    for rank, (client, change) in enumerate(changes.items(), start=1):
        after = {"rating": 1600 + change, "deviation": 80, "rounds": 12}
        common = {"player_id": client.player["id"], "game_slug": "wish", **after}
        Rating.objects.create(**common, rated_at=now)
        RatingChange.objects.create(
            **common, rated_round=rated, certified_at=now, rank=rank, field=len(changes), change=change
        )


def _circle_of(olga: Client, ann: Client, ray: Client) -> None:
    with chance("Sunday club"):
        club = olga.post("/circles", {"name": "Sunday club"}).body
    wish = Competition.objects.get(daily__game_slug="wish", opens_at__lte=timezone.now())
    for player in (ann, ray):
        assert player.post(f"/circles/{club['id']}/members", {"invite": club["invite"]}).status == 201
        with chance(f"{player.player['name']}'s Wish"):
            begun = player.post(f"/competitions/{wish.pk}/rounds/1/attempts", {}).body
            move = {"ply": 0, "moves": begun["view"]["legal"][:1]}
            assert player.post(f"/attempts/{begun['id']}/moves", move).status == 200
            assert player.post(f"/attempts/{begun['id']}/finish", {}).status == 200


def _delivered(hook: Hook) -> None:
    now = timezone.now()
    common = {"hook": hook, "body": "{}", "at": now, "attempts": 1, "tried_at": now}
    Delivery.objects.create(**common, number=1, type="result", status_code=204, accepted_at=now)
    Delivery.objects.create(**common, number=2, type="state", status_code=503, answer="Back in five minutes.")
    Hook.objects.filter(pk=hook.pk).update(cursor="2-9-0", failures=1, failing_since=now, next_try_at=now)


def _joined(event, player: Client, **body: str) -> str:
    with chance(f"{player.player['name']} in {event['name']}"):
        entry = player.join(event, **body)
    assert entry.status == 201, entry.raw
    return entry.body["id"]
