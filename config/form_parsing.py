"""How forms are parsed, beside what Django does."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


def forms_in_utf8(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Read every form as UTF-8, as browsers send ours. A form could name any of Python's codecs, and some of
    these raise errors that Django does not expect. A form with a part that names its encoding in two ways is
    refused, because Django raises such an error then, too. The API reads no forms."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.encoding is not None:
            request.encoding = "utf-8"
        if request.content_type == "multipart/form-data" and not request.path.startswith("/api/"):
            _ = request.body  # so that it can be read again
            try:
                _ = request.POST
            except TypeError as error:
                raise BadRequest("A part of the form has a header that nobody can read.") from error
        return answer_to(request)

    return middleware
