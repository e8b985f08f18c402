"""The form that checks logs: the logs, what is known about their deal, and its commitment."""

import json
import re
from itertools import islice
from typing import Any, Final

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from competitions.web.costs import LARGEST_BODY
from games.logs import LogError, read_json

from ..forms.fields import AS_TYPED, Seed
from ..new_contest.round_form import WAYS, game_choices
from .check_deal import MOST, OtherDeal, check_logs, has_no_deal

LONGEST: Final = LARGEST_BODY - 6 * 1024
"""How many bytes of text may be pasted: the largest body allowed, less what the other fields need."""

BYTE_ORDER_MARK: Final = "\ufeff"
"""The character that Windows programs write at the start of a text file."""

OTHER_DEAL: Final = {
    "game": _("The log names another game."),
    "rules": _("The log names other options."),
    "seed": _("The log names another seed."),
}


def log_in_receipt(text: str) -> str | None:
    """The log inside a receipt; None if the text is no receipt. A script checks the rest of the receipt."""
    try:
        receipt = read_json(text.encode())["receipt"]
        return json.dumps({**receipt, **receipt["deal"], "id": receipt["log"]})
    except (LogError, KeyError, TypeError):
        return None


class VerifyForm(forms.Form):
    log = forms.CharField(
        label=_("Log"),
        required=False,
        help_text=_("One log; several logs, one on each line; a receipt; or just moves, one on each line."),
        widget=forms.Textarea(attrs={**AS_TYPED, "rows": 8, "data-file": LONGEST}),
    )
    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=lambda: [("", _("As the log says")), *game_choices()],
        help_text=_("Needed if you paste only moves."),
    )
    seed = Seed(help_text=_("Needed if you paste only moves."))
    commitment = forms.CharField(
        label=_("Fingerprint (commitment)"),
        required=False,
        help_text=_("Optional: the fingerprint that you noted before the round, 64 digits and letters."),
        widget=forms.TextInput(attrs=AS_TYPED),
    )

    def clean_log(self) -> str:
        text: str = self.cleaned_data["log"].removeprefix(BYTE_ORDER_MARK)
        if len(text.encode()) > LONGEST:
            raise forms.ValidationError(
                format_lazy(_("That is too long: at most {most} KiB at a time."), most=LONGEST // 1024),
                code="too_large",
            )
        return log_in_receipt(text) or text

    def clean_commitment(self) -> str:
        text: str = self.cleaned_data["commitment"].lower()
        if text and not re.fullmatch("[0-9a-f]{64}", text):
            raise forms.ValidationError(
                _("A fingerprint is 64 digits 0 to 9 and letters a to f."), code="invalid"
            )
        return text

    def clean(self) -> dict[str, Any]:
        """The cleaned fields, the first logs replayed (`checked`), and whether the text has `more` logs."""
        super().clean()
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        deal = self._deal(cleaned)
        if has_no_deal(cleaned["log"]):
            for field, sentence in (
                ("game", _("Choose the game. Moves alone do not name it.")),
                ("seed", _("Give the seed of the deal. Moves alone do not name it.")),
            ):
                if field not in deal:
                    self.add_error(field, sentence)
        if not self.errors:
            try:
                checked = list(islice(check_logs(cleaned["log"], deal), MOST + 1))
            except OtherDeal as other:
                part = str(other)
                self.add_error("seed" if part == "seed" else "game", OTHER_DEAL[part])
            else:
                return {**cleaned, "checked": checked[:MOST], "more": len(checked) > MOST}
        return cleaned

    def _deal(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """What the fields say about the deal."""
        deal: dict[str, Any] = {}
        if cleaned["game"]:
            game, rules = WAYS[cleaned["game"]]
            deal = {"game": game.slug, "rules": rules}
        return {**deal, "seed": cleaned["seed"]} if cleaned["seed"] else deal
