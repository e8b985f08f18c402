"""The caller's own file: one JSON value with everything stored about the caller. It is streamed."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import ClassVar

from django.http import HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request

from ...models import Player
from ...moderation.own_file import PARTS
from ...moderation.possessions import possessions_of
from ...web import costs
from ...web.chunks import ChunkedAnswer
from ...web.downloads import as_file
from ...web.limits import charge
from ..authentication import caller_of
from ..describe import JSON, described
from ..resources.own_file import FileResource
from .view import ApiView


class OwnFileView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read"}

    @described(
        "export_me",
        "Everything stored about the caller, without secrets. Of each round, the answer has only "
        "what the caller may see now.",
        gives=FileResource,
    )
    def get(self, request: Request) -> HttpResponseBase:
        player, now = caller_of(request), timezone.now()
        has = possessions_of(player)
        charge(request, costs.of_own_file(has.contests + has.results))
        head = as_file(f"evendeal {player.name}", f"{now:%Y-%m-%d}", "json", otherwise=player.pk)
        return ChunkedAnswer(_file_in_parts(player, now), content_type=JSON, headers=head)


def _file_in_parts(player: Player, now: datetime) -> Iterator[str]:
    """Yield the JSON text of the file in chunks."""
    fields = FileResource().fields
    yield f'{{"player": {json.dumps(fields["player"].to_representation(player))}'
    for name, part in PARTS.items():
        first, following = f',\n"{name}": [', ",\n"
        before = first
        for rows in filter(None, part(player, now)):
            yield before + following.join(map(json.dumps, fields[name].to_representation(rows)))
            before = following
        yield f"{first}]" if before is first else "]"
    yield "}\n"
