"""`manage.py unseal`: print the seed of a sealed round for the operator, and record that in the audit trail,
which entrants read."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ...embargo.unseal_seed import unseal
from ...models import Round
from ...refusals import Refusal


class Command(BaseCommand):
    help = "Print a sealed round's seed. The entrants see in the audit trail that you did, and why."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("competition", metavar="COMPETITION", help="its id, as in its address")
        parser.add_argument("round", metavar="ROUND", type=int, help="the number of the round")
        parser.add_argument("--staff", metavar="NAME", required=True, help="your name; entrants read it")
        parser.add_argument("--reason", metavar="TEXT", required=True, help="why; entrants read it")

    def handle(self, *, competition: str, round: int, staff: str, reason: str, **options: Any) -> str:
        found = Round.objects.select_related("competition", "deal")
        asked = found.filter(competition=competition, number=round).first()
        if asked is None:
            raise CommandError(f"There is no round {round} of a competition {competition}.")
        try:
            return unseal(round=asked, staff=staff, reason=reason, now=timezone.now())
        except Refusal as refusal:
            faults = [
                f"--{field}: {' '.join(map(str, said))}"
                for field, said in refusal.facts.get("errors", {}).items()
            ]
            raise CommandError(" ".join(faults) or str(refusal.detail)) from None
