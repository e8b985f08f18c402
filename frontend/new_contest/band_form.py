"""The form fields for a band: a promise about the deal of a round, for example that it can be won."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.models import Band, BandKind

BAND_FIELDS: Final = ("band", "par_low", "par_high")


class BandFields(forms.Form):
    """The fields for the band of a round."""

    band = forms.ChoiceField(
        label=_("Promise about the deal"),
        required=False,
        choices=[
            ("", _("No promise: any cards may come")),
            (BandKind.WINNABLE, _("It can be won")),
            (BandKind.HARD, _("Hard, but it can be won")),
            (BandKind.PAR, _("Its par, between two scores")),
        ],
        help_text=_(
            "The server searches for such a deal and tells nobody more about it. The contest stays "
            "a draft until a deal is found. A hard deal is one that our bot cannot win with hints."
        ),
    )
    par_low = forms.IntegerField(label=_("Lowest par"), required=False, min_value=0)
    par_high = forms.IntegerField(label=_("Highest par"), required=False, min_value=0)

    def chosen_band(self) -> Band | None:
        """The band that the valid form asks for. Only a band of par has a lowest and a highest value."""
        kind = self.cleaned_data["band"]
        if not kind:
            return None
        if kind != BandKind.PAR:
            return Band(kind)
        return Band(kind, self.cleaned_data["par_low"], self.cleaned_data["par_high"])


def shown_band(band: Band | None) -> dict[str, Any]:
    """The initial values of the fields `BAND_FIELDS` for this band."""
    values = ("", None, None) if band is None else band
    return dict(zip(BAND_FIELDS, values, strict=True))
