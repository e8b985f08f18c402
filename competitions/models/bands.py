"""Which deals are looked for in the bands that were asked for."""

from django.db import models

from .deals import Deal
from .solving import Sought


class SoughtDeal(Sought):
    """A deal that is looked for, until it is told what came of it: then this row goes, and until then it is
    `due`. What came of it is in the deal itself; nothing is kept of the others that were looked at."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True, related_name="sought")
    asked_at = models.DateTimeField()
    asker = models.CharField(max_length=32, blank=True, default="", db_default="")
    """A hash of the network from which it was asked for: networks take turns."""

    def __str__(self) -> str:
        return f"sought deal {self.deal_id}"
