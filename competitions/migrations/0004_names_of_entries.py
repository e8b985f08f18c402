"""Entries have the names that they are shown by. The indexes are made while they are empty; then the names are
written, some entries at a time. What cannot be written here, is when the service runs."""

from typing import Any

from django.db import IntegrityError, migrations, models, transaction
from django.db.models import OuterRef, Q, Subquery

AT_A_TIME = 1000


def name_entries(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("competitions", "Entry").objects
    players = apps.get_model("competitions", "Player").objects.filter(pk=OuterRef("player"))
    last = ""
    while keys := list(entries.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_A_TIME]):
        last = keys[-1]
        some = entries.filter(pk__in=keys, look=None)
        try:
            with transaction.atomic():
                some.exclude(called="").update(own_name=False)
                some.filter(called="").update(
                    **{field: Subquery(players.values(of)) for field, of in OF_PLAYERS.items()}
                )
        except IntegrityError:  # somebody takes another name at this moment
            continue


OF_PLAYERS = {"called": "name", "look": "look", "shape": "shape"}


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("competitions", "0003_circles")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="look",
            field=models.CharField(blank=True, max_length=200, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="shape",
            field=models.CharField(blank=True, max_length=200, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="own_name",
            field=models.BooleanField(db_default=True),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=Q(look__isnull=False), fields=("competition", "look"), name="entry_look_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=Q(shape__isnull=False), fields=("competition", "shape"), name="entry_shape_once"
            ),
        ),
        migrations.RunPython(name_entries, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(condition=Q(look=None), fields=["joined_at"], name="entry_without_a_look"),
        ),
    ]
