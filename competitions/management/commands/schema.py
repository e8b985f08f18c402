"""`manage.py schema`: print the OpenAPI document of the API, for programs that generate code or types."""

import json

from django.core.management.base import BaseCommand

from competitions.api.openapi import document


class Command(BaseCommand):
    help = "Print the OpenAPI document of the API as JSON."
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        self.stdout.write(json.dumps(document(), indent=1))
