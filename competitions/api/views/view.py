"""The base class of all views of the REST API, and the view of unknown paths."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from ...web.caching import NOWHERE, Keeping
from ...web.compression import compressed
from ...web.languages import tell_language
from ...web.limits import rate_limit_fields
from ..describe import description_of
from ..idempotency import REPLAYED
from ..read_request import parser_of, read
from ..tags import tag_of_body, tagged_by_its_body
from ..unknown import with_warnings


class NothingForm(Serializer):
    """A form for a body without fields."""


class ApiView(APIView):
    """A view of the REST API. `scopes` names for each method the scope that a token needs. Methods without a
    scope are open to everyone.

    `kept` says how caches may keep the answer to a GET. The ETag is made from the body, unless the view has
    set one. The answer to a PATCH has the ETag that a GET would have now. `still_matches` checks `If-Match`.
    """

    scopes: ClassVar[Mapping[str, str]] = {}
    kept: Keeping = NOWHERE
    worded: bool = True
    """Whether answers have words, so that they differ with the language of the reader. Keep it true in case
    of doubt: caches keep an answer without words for readers of all languages."""
    compressed: bool = False
    """Whether answers are compressed for clients that ask for compression. False for a view whose answers
    have secrets, because the length of a compressed answer can reveal a secret."""

    def finalize_response(  # type: ignore[override]  # a view may give any answer of Django's, a stream too
        self, request: Request, response: HttpResponseBase, *args: object, **kwargs: object
    ) -> HttpResponseBase:
        if isinstance(response, Response) and response.data is not None and response.status_code < 300:
            if request.method == "PATCH" and self.kept.tagged:
                response["ETag"] = tag_of_body(response.data)
            response.data = with_warnings(request, response.data)
        response = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]  # as above
        found = response.status_code in (200, 304) and request.method in ("GET", "HEAD")
        kept = self.kept if found else NOWHERE
        response["Cache-Control"] = kept.cache_control
        patch_vary_headers(response, ("Authorization", "Cookie"))
        if self.worded and REPLAYED not in response:
            tell_language(response, "Accept-Language")
        for field, text in (*rate_limit_fields(request).items(), *self._location(request, response)):
            response[field] = text
        if kept.tagged and "ETag" not in response:
            response = tagged_by_its_body(request, response)
        if self.compressed and response.status_code in (200, 304):
            return compressed(request, response)
        return response

    def _location(self, request: Request, response: HttpResponseBase) -> Iterator[tuple[str, str]]:
        """Yield the header field `Location`, the address at which a client can read what the request made.
        Yield nothing if there is no such address."""
        described = description_of(self, request.method)
        if response.status_code != 201 or not isinstance(response, Response):
            return
        if described is not None and described.found_by is not None:
            path = reverse(described.found_by, args=(response.data["id"],))
            yield "Location", request.build_absolute_uri(path)

    def options(self, request: Any, *args: object, **kwargs: object) -> Response:
        """Answer OPTIONS with status 204. The header field `Allow` names the methods."""
        return Response(status=204)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if request.method == "POST" and hasattr(self, "post"):
            parser_of(request)  # refuses a body that is not JSON, before anything else
            described = description_of(self, "POST")
            assert described is not None
            if described.takes is None:
                read(NothingForm, request)


class NothingView(ApiView):
    """Answers every unknown path with 404."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise NotFound
