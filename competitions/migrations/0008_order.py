import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce


def count(apps, schema_editor):
    """Say of each stored competition how many have joined it."""
    entries = apps.get_model("competitions", "Entry").objects.filter(competition=OuterRef("pk")).order_by()
    counted = entries.values("competition").annotate(number=Count("pk")).values("number")
    apps.get_model("competitions", "Competition").objects.update(entrants=Coalesce(Subquery(counted), 0))


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0007_sweeping"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="entrants",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["competition", "joined_at", "id"], name="entry_joined"),
        ),
        # The new index begins with the competition, and stands in for the one of the key alone.
        migrations.AlterField(
            model_name="entry",
            name="competition",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="competitions.competition",
            ),
        ),
        migrations.AddIndex(
            model_name="attempt",
            index=models.Index(
                condition=models.Q(("counts", True)), fields=["round", "score"], name="attempt_place"
            ),
        ),
    ]
