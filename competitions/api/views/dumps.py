"""What is published for researchers."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from ...dumps.published import Dump, published_dumps
from ...http.keeping import CHECKED
from ..describing import described
from ..resources.dumps import DumpResource
from ..resources.resource import one_page, page_of
from .view import ApiView


class DumpsView(ApiView):
    kept = CHECKED

    @described(
        "list_dumps",
        "The months of public competitions that the owner of the site has published, the newest first.",
        gives=page_of(DumpResource),
    )
    def get(self, request: Request) -> Response:
        return Response(one_page([_told(dump, request) for dump in published_dumps()]))


def _told(dump: Dump, request: Request) -> dict[str, object]:
    month = str(dump.month)
    return {
        "month": month,
        "license": dump.license,
        "files": [
            {
                "name": file.name,
                "url": request.build_absolute_uri(reverse("dumped", args=(month, file.name))),
                "bytes": file.bytes,
            }
            for file in dump.files
        ],
    }
