"""Public contests, page by page, all or those that match a search."""

from typing import Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.web import costs

from ..requests.page_limits import charged
from ..wording.words import how_many
from .contest_cards import contest_cards
from .forms import TITLES, SearchForm
from .page_marks import Mark
from .search import find_contests

PAGE: Final = 24


@require_safe
@charged(lambda request: costs.SEARCH if request.GET.get("q") else 0.0)
def all_contests(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    form = SearchForm(request.GET)
    if not form.is_valid():
        if set(form.errors) != {"q"}:
            raise Http404
        return render(request, "contests/contests.html", {"form": form, "title": TITLES[""]}, status=422)
    search, after = form.search, mark_in(request)
    found = find_contests(search, after=after, most=PAGE, now=now)
    return render(
        request,
        "contests/contests.html",
        {
            "form": form,
            "title": TITLES[search.state],
            "cards": contest_cards(found.contests, now),
            "count": how_many(len(found.contests), later=after is not None, goes_on=found.next is not None),
            "first": _address(form) if after is not None else None,
            "next": _address(form, after=found.next) if found.next is not None else None,
            "full": found.full,
        },
    )


def mark_in(request: HttpRequest) -> Mark | None:
    """The mark in the request's address; None for the first page."""
    if "after" not in request.GET:
        return None
    try:
        return Mark.read(request.GET["after"])
    except ValueError:
        raise Http404 from None


def _address(form: SearchForm, **more: Mark) -> str:
    """The address of the list that the form describes; `after` is the mark of one of its pages."""
    asked = {name: value for name, value in form.cleaned_data.items() if value}
    query = urlencode(asked | more)
    return reverse("contests") + (f"?{query}" if query else "")
