"""The tables of the staff's desk. They show only the fields that are listed here, and all are read-only. No
card, move, score, seed, e-mail address or network address is among them. To look at a result, the staff open
its own page, like any viewer."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from django.contrib import admin, messages
from django.db.models import F, Field, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from competitions.models import Attempt, Log, Measure, Player, Report, Sign
from competitions.moderation.reports_to_staff import settle
from competitions.people.names import player_name
from competitions.refusals import Refusal
from competitions.translatable import Translatable

from ..requests.viewers import player_of
from ..templatetags.evendeal import contest_name
from ..wording.lists import apart, name_apart, with_names
from .measure_page import measure_page

LISTED: Final = 50
LONGEST_SEEN: Final = 60
"""How many characters of a text a list shows at most."""


def _column_of(model: type[Model], field: str) -> Callable[[Any], str]:
    """A column with texts that people wrote, such as players' names. It marks them as texts in an unknown
    language."""
    of = model._meta.get_field(field)
    assert isinstance(of, Field)

    @admin.display(description=of.verbose_name, ordering=field)
    def words(row: Any) -> str:
        return apart(str(getattr(row, field)))

    return words


class StaffTable(admin.ModelAdmin[Any]):
    """A table of the staff's desk: a read-only list, with a read-only page for each row."""

    list_per_page = LISTED
    show_full_result_count = False
    actions: Any = None

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether a query may filter by this field: only by the list's own filters, because filtering by a
        hidden field would reveal the field's values."""
        filters = {getattr(each, "parameter_name", each) for each in self.list_filter}
        return lookup.partition("__")[0] in filters

    def get_urls(self) -> list[URLPattern]:
        return [
            each
            for each in super().get_urls()
            if each.name and each.name.endswith(("_changelist", "_change"))
        ]


class WhetherDone(admin.SimpleListFilter):
    """A filter by whether a time is stored, with words for both cases."""

    choices_in_words: tuple[Translatable, Translatable]
    """The words for rows without the time, and for rows with it."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(zip(("no", "yes"), self.choices_in_words, strict=True))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ("no", "yes"):
            return queryset
        return queryset.filter(**{f"{self.parameter_name}__isnull": self.value() == "no"})


class SettledFilter(WhetherDone):
    title = _("settled")
    parameter_name = "settled_at"
    choices_in_words = (_("Not settled"), _("Settled"))


class BannedFilter(WhetherDone):
    title = _("banned")
    parameter_name = "banned_at"
    choices_in_words = (_("Not banned"), _("Banned"))


class InContest(StaffTable):
    """A table whose rows may belong to a contest."""

    @admin.display(description=_("Contest"))
    def contest(self, row: Report | Measure) -> str:
        return "" if row.competition is None else contest_name(row.competition)


class ReportTable(InContest):
    list_display = (
        *("at", "subject", "seen", _column_of(Report, "player"), "ground"),
        *(_column_of(Report, "reporter"), "settled_at"),
    )
    list_filter = (SettledFilter, "subject", "ground")
    list_select_related = ("player", "reporter")
    ordering: ClassVar[Any] = (F("settled_at").desc(nulls_first=True), "-at", "-pk")
    """Reports that are not settled come first, the newest of them first. Settled reports follow, the last
    settled first."""
    actions: Any = ("settle_them",)
    fields = (
        *("at", "reporter", "subject", "said", "player", "contest", "result", "ground", "text"),
        *("settled_at", "settled_by", "measure"),
    )

    @admin.display(description=_("What it says"))
    def seen(self, report: Report) -> SafeString:
        return apart(report.said[:LONGEST_SEEN])

    @admin.display(description=_("The result"))
    def result(self, report: Report) -> SafeString | str:
        return "" if report.attempt is None else link_to_result(report.attempt)

    @admin.display(description=_("What to do"))
    def measure(self, report: Report) -> SafeString:
        return _to_measure(report.player_id, f"?report={report.pk}")

    @admin.action(description=_("Settle: no action needed"), permissions=("view",))
    def settle_them(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        staff = player_of(request)
        assert staff is not None
        own = reports.filter(settled_at=None, player=staff).exists()
        settled = settle(reports=reports, staff=staff, now=timezone.now())
        text = ngettext("%(reports)d report settled.", "%(reports)d reports settled.", settled)
        self.message_user(request, text % {"reports": settled})
        if own:
            others = gettext("Another member of the staff settles reports about you.")
            self.message_user(request, others, messages.WARNING)


class MeasureTable(InContest):
    list_display = (
        *("at", "kind", _column_of(Measure, "player"), _column_of(Measure, "reason")),
        *(_column_of(Measure, "staff"), "answered"),
    )
    list_filter = ("kind",)
    list_select_related = ("player", "staff", "reply")
    fields = ("at", "kind", "player", "contest", "before", "reason", "until", "staff", "answered")

    @admin.display(description=_("Their answer"))
    def answered(self, measure: Measure) -> str:
        return apart(measure.reply.text) if hasattr(measure, "reply") else ""


class SignTable(StaffTable):
    list_display = ("at", "kind", "whose", "others", "contest")
    list_filter = ("kind",)
    list_select_related = ("attempt__entry__player", "other__entry__player", "round__competition")
    fields = ("at", "kind", "whose", "others", "contest", "result", "measure")

    @admin.display(description=_("Whose result"))
    def whose(self, sign: Sign) -> SafeString:
        return name_apart(sign.attempt.entry.name)

    @admin.display(description=_("Other player"))
    def others(self, sign: Sign) -> str:
        return "" if sign.other is None else name_apart(sign.other.entry.name)

    @admin.display(description=_("Contest"))
    def contest(self, sign: Sign) -> SafeString:
        contest = contest_name(sign.round.competition)
        return with_names(gettext("%(contest)s, round %(round)d"), contest=contest, round=sign.round.number)

    @admin.display(description=_("The result"))
    def result(self, sign: Sign) -> SafeString | str:
        return link_to_result(sign.attempt)

    @admin.display(description=_("What to do"))
    def measure(self, sign: Sign) -> SafeString:
        return _to_measure(sign.attempt.player_id)


class PlayerTable(StaffTable):
    list_display = (
        *(_column_of(Player, "name"), "id", "has_account", "is_bot"),
        *("suspended_until", "banned_at", "created_at"),
    )
    list_filter = (BannedFilter, "is_staff")
    search_fields = ("name",)
    search_help_text = _("A full name (capitals do not matter) or an id.")
    ordering = ("-created_at",)
    fields = (
        *("name", "id", "has_account", "is_bot", "moderates", "created_at"),
        *("suspended_until", "banned_at", "barred_for", "measure"),
    )

    def get_urls(self) -> list[URLPattern]:
        def measure(request: HttpRequest, player_id: str) -> HttpResponse:
            return measure_page(request, player_id, of_site=self.admin_site.each_context(request))

        page = self.admin_site.admin_view(measure)
        return [path("<public_id:player_id>/measure", page, name="measure"), *super().get_urls()]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Search by id, or by `look`, an indexed value that is equal for names that look the same."""
        if not search_term:
            return queryset, False
        try:
            given = player_name(search_term)
        except Refusal:
            return queryset.none(), False
        return queryset.filter(Q(pk=given.name) | Q(look=given.look)), False

    @admin.display(description=_("account"), ordering="account")
    def has_account(self, player: Player) -> str:
        return _yes_or_no(player.account)

    @admin.display(description=_("bot"), ordering="bot")
    def is_bot(self, player: Player) -> str:
        return _yes_or_no(player.bot)

    @admin.display(description=_("one of the staff"))
    def moderates(self, player: Player) -> str:
        return _yes_or_no(player.is_staff)

    @admin.display(description=_("What to do"))
    def measure(self, player: Player) -> SafeString:
        return _to_measure(player.pk)


def _yes_or_no(said: bool) -> str:
    """The word for yes or no. For a boolean, the admin would show a picture that is labelled "True" or
    "False" in every language."""
    return pgettext("of a player", "yes") if said else pgettext("of a player", "no")


def link_to_result(attempt: Attempt) -> SafeString | str:
    """A link to the page of the attempt's result; empty if the attempt has no log."""
    log = Log.objects.filter(attempt=attempt).first()
    if log is None:
        return ""
    return format_html('<a href="{}">{}</a>', reverse("result", args=(log.pk,)), gettext("Its page"))


def _to_measure(player_id: str, query: str = "") -> SafeString:
    page = reverse("admin:measure", args=(player_id,))
    return format_html('<a href="{}{}">{}</a>', page, query, gettext("Take a measure"))
