"""The dumps: months of public competitions as files, for researchers."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from ...proofs.dumps.published import Dump, published_dumps
from ...web.caching import CHECKED
from ..describe import described
from ..forms.queries import PageQuery
from ..paging import short_page
from ..read_request import read_query
from ..resources.dumps import DumpResource
from ..resources.resource import page_of
from .view import ApiView


class DumpsView(ApiView):
    kept = CHECKED

    @described(
        "list_dumps",
        "The months of public competitions that the owner of the site has published, the newest first.",
        asks=PageQuery,
        gives=page_of(DumpResource),
    )
    def get(self, request: Request) -> Response:
        query = read_query(PageQuery, request)
        page = short_page(published_dumps(), request, query, key=lambda dump: str(dump.month))
        return Response(page.json([_dump_json(dump, request) for dump in page.rows]))


def _dump_json(dump: Dump, request: Request) -> dict[str, object]:
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
