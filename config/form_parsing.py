"""Protects Django's parsing of forms from encodings that make it raise errors."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


def forms_in_utf8(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Read every form as UTF-8, as browsers send our forms. A form could name any of Python's codecs, and
    some codecs raise errors that Django does not catch. A form is refused if a header of a part encodes one
    parameter in two ways (`name*=` and `name*0*=`), because Django does not catch the TypeError for that.
    Requests to the API are not checked for that, because the API reads no forms."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.encoding is not None:
            request.encoding = "utf-8"
        if request.content_type == "multipart/form-data" and not request.path.startswith("/api/"):
            _ = request.body  # after this, the body can be read again
            try:
                _ = request.POST
            except TypeError as error:
                raise BadRequest("A part of the form has a header that nobody can read.") from error
        return answer_to(request)

    return middleware
