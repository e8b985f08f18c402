"""The pictures of shared links. Everyone gets what a stranger may see."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.web import costs
from competitions.web.caching import by_all

from ..requests.lookups import competition_or_404, game_or_404, result_or_404
from ..requests.page_limits import charged
from . import pictures

drawn = charged(lambda request: costs.PICTURE)


@require_safe
@drawn
def picture_of_site(request: HttpRequest) -> HttpResponse:
    return _answer(pictures.OF_SITE)


@require_safe
@drawn
def picture_of_game(request: HttpRequest, slug: str) -> HttpResponse:
    return _answer(pictures.of_game(game_or_404(slug)))


@require_safe
@drawn
def picture_of_deal(request: HttpRequest, slug: str) -> HttpResponse:
    return _answer(pictures.of_deal(game_or_404(slug)))


@require_safe
@drawn
def picture_of_competition(request: HttpRequest, competition_id: str) -> HttpResponse:
    return _answer(pictures.of_competition(competition_or_404(competition_id, None), timezone.now()))


@require_safe
@drawn
def picture_of_table(request: HttpRequest, competition_id: str) -> HttpResponse:
    # Imported here and below at first use, because drawing takes a twentieth of a start.
    from .preview_tables import draw_table

    competition = competition_or_404(competition_id, None)
    return _png(draw_table(pictures.of_table(competition, timezone.now())))


@require_safe
@drawn
def picture_of_result(request: HttpRequest, log_id: str) -> HttpResponse:
    log, _ = result_or_404(log_id, None, timezone.now())
    return _answer(pictures.of_result(log))


def _answer(picture: pictures.PreviewPicture) -> HttpResponse:
    from .draw_preview import draw

    return _png(draw(picture))


def _png(drawn: bytes) -> HttpResponse:
    answer = HttpResponse(drawn, content_type="image/png")
    answer["Cache-Control"] = by_all().cache_control
    return answer
