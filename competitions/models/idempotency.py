"""Answers to requests with an idempotency key, kept so that a repeated request gets the same answer."""

from django.db import models
from django.db.models import Q

from .players import Player


class KeptAnswer(models.Model):
    """The answer to a POST with an `Idempotency-Key`, or to a page's form with a key. For a form, `body` is
    only an id, mostly of the row that the form made. The status is null while the request is running."""

    caller = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    path = models.CharField(max_length=200)
    key = models.CharField(max_length=255)
    body_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    body = models.TextField(blank=True)
    reserved_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("caller", "path", "key"), name="kept_answer_once"),
            models.CheckConstraint(condition=Q(status=None) | ~Q(body=""), name="kept_answer_has_a_body"),
        )

    def __str__(self) -> str:
        return f"answer to {self.path}"
