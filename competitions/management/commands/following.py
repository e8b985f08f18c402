"""`manage.py following`: show how far behind each follower is, and which events were set aside."""

from typing import Any, Final

from django.core.management.base import BaseCommand

from ... import followers
from ...ledger.lags import lag_of
from ...models import FollowerFailure

LINE: Final = "{:32} {:>15} {:>15} {:>15} {:>15}"

MOST_SHOWN: Final = 20


class Command(BaseCommand):
    help = "Show how far behind each follower is, and the newest events that were set aside after failures."
    requires_migrations_checks = True

    def handle(self, **options: Any) -> None:
        self.stdout.write(
            LINE.format("follower", "events behind", "in competitions", "failing in", "set aside")
        )
        for follower in followers.FOLLOWERS:
            self.stdout.write(LINE.format(follower.name, *lag_of(follower)))
        for failure in FollowerFailure.objects.order_by("-at", "-pk")[:MOST_SHOWN]:
            self.stdout.write(
                f"{failure.at:%Y-%m-%d %H:%M:%S} {failure.follower_id}: event {failure.event} "
                f"of {failure.competition_id}: {failure.error}"
            )
