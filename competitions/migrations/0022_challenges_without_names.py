"""The titles of challenges name nobody: a title had the name that its maker had then, and kept it."""

from typing import Any

from django.db import migrations

GAMES = ("Wish", "WinABit", "Well", "Pyramid", "Three By Three")


def take_names_out(apps: Any, schema_editor: Any) -> None:
    """Each row by itself, so that none is locked for longer than that."""
    competitions = apps.get_model("competitions", "Competition").objects
    for game in GAMES:
        named = competitions.filter(kind="challenge", name__endswith=f"'s challenge: {game}")
        for key in named.order_by("pk").values_list("pk", flat=True):
            named.filter(pk=key).update(name=f"Challenge: {game}")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("competitions", "0021_daily_tallies")]

    operations = [migrations.RunPython(take_names_out, migrations.RunPython.noop)]
