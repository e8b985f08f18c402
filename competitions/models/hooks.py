"""Webhooks and their deliveries."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ..translatable import Translatable, stored_reason, with_facts
from .competitions import Competition
from .ids import PublicIdField
from .leases import Leased
from .players import Player

LONGEST_URL: Final = 500
MOST_HOOKS: Final = 5
"""How many webhooks a competition may have at most."""

PING: Final = "ping"
"""The type of a test message, which reports no event. An organiser sends one to try a webhook out."""

HOOK_STATES: Final = ("working", "retrying", "stopped")
DELIVERY_STATES: Final = ("accepted", "waiting", "stopped", "failed")

LIKE_THIS: Final = _(
    "Must be like https://example.org/hook, in ASCII (international names as xn--…), "
    "with no user name and no #."
)

NO_ANSWER: Final[Mapping[str, Translatable]] = {
    "url_too_long": ngettext_lazy(
        "Must be at most %(most)d character.", "Must be at most %(most)d characters.", "most"
    ),
    "no_url": LIKE_THIS,
    "not_https": _("Must begin with https://."),
    "bad_port": _("Its port must be 443, or from 1024 to 65535."),
    "not_public": _("Must be a public address."),
    "bad_host": _("Its host is no name that can be looked up."),
    "no_name": _("Its host must be a name."),
    "name_took_long": _("Its name could not be looked up in time."),
    "name_unknown": _("Its name could not be found."),
    "name_not_public": _("Its name leads to no public address."),
    "took_long": ngettext_lazy(
        "It took longer than %(seconds)d second.", "It took longer than %(seconds)d seconds.", "seconds"
    ),
    "broken_off": _("The connection was refused or broken off."),
    "bad_certificate": _("Its certificate was refused: %(why)s."),
    "no_tls": _("It does not speak TLS as it should."),
    "no_http": _("Its answer was not HTTP."),
    "long_head": _("Its answer has too long a head."),
    "key_gone": _("The site's key that the browser expects is gone."),
}
"""For each code, why an address is refused, why nothing was sent to it, or why no answer came."""


def why_no_answer(code: str, facts: Mapping[str, Any]) -> Translatable:
    return with_facts(NO_ANSWER[code], **facts)


class HookQuerySet(models.QuerySet["Hook"]):
    def due(self, now: datetime) -> "HookQuerySet":
        """The webhooks with a message to send now, or with new events that may lead to messages."""
        again = Exists(Delivery.objects.filter(hook=OuterRef("pk"), again=True))
        new = Q(next_try_at=None, happened__gt=F("looked"))
        return self.filter(again | Q(new | Q(next_try_at__lte=now), stopped_at=None))


class Hook(Leased):
    """An address to which a competition's events are posted, one after another."""

    id = PublicIdField()
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="hooks")
    added_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    """The organiser who added the webhook."""
    url = models.CharField(max_length=LONGEST_URL)
    receiver = models.CharField(max_length=253)
    """The host of the address."""
    events = models.JSONField()
    """The types of events that are posted to the webhook."""
    created_at = models.DateTimeField()
    cursor = models.CharField(max_length=100, blank=True)
    """The webhook's place in the competition's list of events. Since the webhook was added, every event of
    its types up to this place was stored as a delivery. Only the newest of these deliveries may still wait to
    be accepted."""
    happened = models.PositiveBigIntegerField(default=0)
    """The number of the competition's newest event, as the follower for webhooks last stored it here."""
    looked = models.PositiveBigIntegerField(default=0)
    """The number of the competition's newest event when a job last found no further event to send."""
    turn_at = models.DateTimeField(null=True, blank=True)
    """When a job last worked on this webhook. The webhook that has waited longest has the next turn."""
    slow = models.BooleanField(default=True)
    """Whether the last answer was slow; true before the first delivery. Slow receivers have their own queue.
    """
    failures = models.PositiveSmallIntegerField(default=0)
    """How many times in a row the receiver has not accepted the current delivery."""
    failing_since = models.DateTimeField(null=True, blank=True)
    next_try_at = models.DateTimeField(null=True, blank=True)
    """When the waiting delivery is sent next; null if no delivery waits, or if sending has stopped."""
    stopped_at = models.DateTimeField(null=True, blank=True)
    """When sending stopped, because the receiver had accepted nothing for too long, or had answered with 410
    (Gone). Null while sending goes on."""

    objects = HookQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"webhook of {self.competition_id}"

    @property
    def state(self) -> str:
        if self.stopped_at is not None:
            return "stopped"
        return "retrying" if self.failures else "working"


class Delivery(models.Model):
    """One event, or one ping, for one webhook. Each try sends the delivery's id, so that receivers notice
    repetitions."""

    id = PublicIdField()
    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    number = models.PositiveBigIntegerField()
    """The place of the delivery among the deliveries of its webhook."""
    type = models.CharField(max_length=16)
    body = models.TextField()
    """The JSON to send, without the names of players. The names are added at each sending."""
    at = models.DateTimeField()
    """When the delivery was stored, and became due for the first time."""
    attempts = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    """When the receiver accepted the delivery. While this time is null, the webhook gets no later event. A
    ping is stored as accepted from the beginning, so that no delivery waits for the ping."""
    again = models.BooleanField(default=False)
    """Whether the delivery must still be sent although `accepted_at` is set. True for a ping until it is
    sent, and for an accepted delivery that an organiser sends again."""
    status_code = models.PositiveSmallIntegerField(null=True, blank=True)
    """The status code of the last answer; null if no answer came."""
    answer = models.TextField(blank=True)
    """The beginning of the last answer."""
    failure = models.JSONField(null=True, blank=True)
    """Why the last try got no answer, as a `code` of `NO_ANSWER` and its `facts`; null if an answer came."""

    class Meta:
        ordering = ("-number",)
        indexes = (
            models.Index(fields=("accepted_at",), name="delivery_accepted"),
            models.Index(fields=("hook",), condition=Q(again=True), name="delivery_again"),
        )
        constraints = (
            models.UniqueConstraint(fields=("hook", "number"), name="delivery_numbered_once"),
            models.UniqueConstraint(
                fields=("hook",), condition=Q(accepted_at=None), name="delivery_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(again=False) | Q(accepted_at__isnull=False), name="delivery_again_once_accepted"
            ),
        )

    def __str__(self) -> str:
        return f"{self.type} for {self.hook_id}"

    @property
    def status(self) -> str:
        """One of `DELIVERY_STATES`. Only a ping can be `failed`: it is sent once. A delivery of an event is
        tried until it is accepted, or until sending to its webhook has stopped."""
        if self.type == PING:
            if self.again:
                return "waiting"
            return "accepted" if 200 <= (self.status_code or 0) < 300 else "failed"
        if self.accepted_at is not None:
            return "accepted"
        return "waiting" if self.hook.stopped_at is None else "stopped"

    @property
    def next_try_at(self) -> datetime | None:
        return self.hook.next_try_at if self.status == "waiting" and self.type != PING else None

    @property
    def answer_text(self) -> str:
        """The beginning of the last answer, or why there was none, in the language of the reader."""
        failure = self.failure
        return self.answer if failure is None else stored_reason(lambda: why_no_answer(**failure))

    @property
    def answered(self) -> "Delivery | None":
        """This delivery if it was tried at least once, otherwise None. The API reads the last answer from the
        returned delivery."""
        return self if self.attempts else None
