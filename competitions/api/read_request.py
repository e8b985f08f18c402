"""Read the bodies and queries of requests. A body must be JSON in UTF-8, and not too long."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError, UnsupportedMediaType, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from ..web.costs import LARGEST_BODY
from ..web.json_values import json_value
from .unknown import note_unknown


class JSONParser(BaseParser):
    """A parser of JSON. It accepts no byte order mark, and no encoding but UTF-8."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return json_value(stream.read().decode("utf-8"))
        except (ValueError, RecursionError):
            raise _no_json() from None


class AlwaysJSON(BaseContentNegotiation):
    """Makes the REST framework read and write only JSON, whatever formats the client accepts. A view with
    another format writes its answer itself."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        offered = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == offered), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


def body_of(request: Request) -> bytes:
    """The raw body. Raises RequestDataTooBig for a body that is too long, even without a `Content-Length`."""
    body = request.body
    if len(body) > LARGEST_BODY:
        raise RequestDataTooBig
    return body


def read(form: type[Serializer], request: Request) -> Any:
    """The body as `form` reads it. The answer will have a warning for each field that the form does not know.

    A missing body counts as an empty object. Raises ValidationError with the faults by field, ParseError if
    the body is not JSON, UnsupportedMediaType if it is sent as another type, and RequestDataTooBig if it is
    too long.
    """
    data = json_in(request)
    if not isinstance(data, dict):
        raise ValidationError({"body": [_("Send a JSON object.")]})
    blank = _blank(form, get_language())
    note_unknown(blank, data, request)
    return blank.run_validation(data)


def read_query(form: type[Serializer], request: Request) -> dict[str, Any]:
    """The query as `form` reads it. Parameters that the form does not know are left out.

    Raises ValidationError for a wrong value, and for a parameter that is given twice.
    """
    blank, query = _blank(form, get_language()), request.query_params
    if twice := [name for name in query if name in blank.fields and len(query.getlist(name)) > 1]:
        raise ValidationError({name: [_("Give it once.")] for name in twice})
    parameters: dict[str, Any] = blank.run_validation(query.dict())
    return parameters


@cache
def _blank(form: type[Serializer], language: str) -> Serializer:
    """An instance of the form for all requests in a language. It is made only once, because copying its
    fields is slow. Reading changes no data of the instance, so threads can share it. But some fields
    store the text of their first error message, so each language has an instance of its own."""
    return form()


def json_in(request: Request) -> Any:
    """The body as a JSON value; an empty object if there is no body. Raises what `read` raises, except
    ValidationError."""
    parser = parser_of(request)
    # `request.data` is not used, since it ignores a body without a `Content-Length`.
    return {} if parser is None else parser.parse(BytesIO(body_of(request)), request.content_type)


def parser_of(request: Request) -> BaseParser | None:
    """The parser of the body; None if there is no body. Raises UnsupportedMediaType if the body is sent as
    another type than JSON, and RequestDataTooBig if it is too long."""
    if not body_of(request):
        return None
    assert request.negotiator is not None
    parser = request.negotiator.select_parser(request, request.parsers or ())
    if parser is None:
        raise UnsupportedMediaType(request.content_type)
    return parser


def canonical_json(request: Request) -> bytes:
    """The body as JSON with sorted keys and no spaces, so that equal values give equal bytes. Raises what
    `json_in` raises."""
    value = json_in(request)
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    except RecursionError:  # nested too deeply to be written, though it could be read
        raise _no_json() from None


def _no_json() -> ParseError:
    return ParseError(_("The body is not JSON in UTF-8."))
