"""The schema of the answer to a refused request. `web.problems` writes such answers."""

from rest_framework import serializers

from ...web.problems import STATUS
from ..describe import meaning
from ..fields import Choice, Moment, Text, Whole
from .resource import RenderedResource
from .tables import ViewResource


@meaning(
    "A refusal (RFC 9457). The request changed nothing, except that moves before a refused move are stored."
)
class ProblemResource(RenderedResource):
    type = Text(help_text="The code as a URN: `urn:evendeal:problem:` and the code.")
    title = Text(help_text="The name of the HTTP status.")
    status = Whole(help_text="The HTTP status of the answer.")
    code = Choice(list(STATUS), help_text="The reason, as a code for programs. It never changes.")
    detail = Text(help_text="The reason, in a sentence for people.")
    errors = serializers.DictField(
        required=False,
        help_text="With `invalid`: the faults, as sentences. The keys are the fields, nested as in the body.",
    )
    setting = Text(
        required=False,
        help_text="With `wrong_state`, if a setting cannot be changed now: the field of the setting.",
    )
    retry_after = Whole(required=False, help_text="How many seconds to wait before the next try.")
    until = Moment(required=False, help_text="With `suspended`: when the suspension ends.")
    ply = Whole(required=False, help_text="The number of moves before the refused move.")
    why = Text(
        required=False,
        help_text="If the rules refuse a move: the reason, as part of a sentence that does not name the "
        "move. A text that is no move is quoted.",
    )
    view = ViewResource(required=False, help_text="If a move was refused: the current table.")
