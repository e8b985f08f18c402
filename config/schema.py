"""The parts of the API's schema that are about the whole service. Each operation describes itself."""

from importlib.resources import files
from typing import Final

SWAGGER: Final = str(files("drf_spectacular_sidecar") / "static/drf_spectacular_sidecar/swagger-ui-dist")
"""The folder of Swagger UI, for the page of the API."""

ABOUT: Final = """\
Any number of people play the same deal of patience. Times are RFC 3339 in UTC; durations are whole
milliseconds in fields named `…_ms`. Fields of type integer are written without a fraction, as `60`; in a
body, `60.0` is read as `60`. Fields of type number may be written as `12.0`. Lists are split into pages:
follow `next`. Fields of a body that the service does not know are ignored, and the answer names them in
`warnings`. New fields may be added to answers.

Every refusal is a problem (RFC 9457) with a `code` that never changes. The answer for an unknown path is 404
`not_found`, and for a method that the path does not have 405 `method_not_allowed`.
"""

SPECTACULAR: Final[dict[str, object]] = {
    "TITLE": "Evendeal",
    "DESCRIPTION": ABOUT,
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SCHEMA_PATH_PREFIX_TRIM": True,
    "SERVERS": [{"url": "/api/v1"}],
    "COMPONENT_SPLIT_PATCH": False,
    # Forms and resources have descriptions written for clients (`competitions.api.describe.meaning`), so
    # docstrings stay out.
    "DISABLE_DOCSTRING_DESCRIPTIONS": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
    # Without this, drf-spectacular would invent a request, and give it to the views.
    "GET_MOCK_REQUEST": lambda *_: None,
    # Leave enumerations in the fields that use them, instead of moving them to components.
    "POSTPROCESSING_HOOKS": [],
    "PATH_CONVERTER_OVERRIDES": {"round_number": {"type": "integer", "minimum": 1, "maximum": 99}},
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token, as `POST /guests` and `POST /tokens` give them, with its scopes.",
            },
            "session": {
                "type": "apiKey",
                "in": "cookie",
                "name": "sessionid",
                "description": "The session of the pages, which may do everything that its player may. "
                "Requests that write send the cookie `csrftoken` again, in the header `X-CSRFToken`.",
            },
        }
    },
}
