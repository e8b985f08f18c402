"""Which deals are looked for in the bands that were asked for."""

from django.db import models

from .deals import Deal
from .solving import SoughtInTurn


class SoughtDeal(SoughtInTurn):
    """A deal that is looked for, until it is told what came of it: then this row goes, and until then it is
    `due`. What came of it is in the deal itself; nothing is kept of the others that were looked at."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True, related_name="sought")
    asked_at = models.DateTimeField()
    deals_drawn = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many deals were looked at in vain."""

    def __str__(self) -> str:
        return f"sought deal {self.deal_id}"
