"""`manage.py make_staff`: let a player moderate this site; with `--remove`, end that."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ...moderation.staff import make_staff, unmake_staff
from ...people.names import player_called
from ...refusals import Refusal


class Command(BaseCommand):
    help = "Let a player with an account moderate this site, at /staff."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", metavar="NAME_OR_ID", help="the player's name, or the id as on /me")
        parser.add_argument("--remove", action="store_true", help="take the player out of the staff")

    def handle(self, *, player: str, remove: bool, **options: Any) -> str:
        try:
            who = player_called(player)
            if remove:
                unmake_staff(player=who)
                return f"{who.name} ({who.pk}) no longer moderates."
            make_staff(player=who)
        except Refusal as refusal:
            raise CommandError(" ".join(map(str, refusal.facts["errors"]["name"]))) from None
        return f"{who.name} ({who.pk}) moderates now, at /staff."
