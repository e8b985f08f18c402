from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import PROTECT


class Migration(migrations.Migration):
    dependencies = [("competitions", "0001_first")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="against",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=PROTECT,
                related_name="awaited",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="competition",
            name="rematch_of",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=PROTECT,
                related_name="rematch",
                to="competitions.competition",
            ),
        ),
        migrations.AddIndex(
            model_name="competition",
            index=models.Index(
                condition=Q(against__isnull=False), fields=["against"], name="competition_against"
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=(~Q(kind="duel") & Q(against=None, rematch_of=None))
                | Q(
                    kind="duel",
                    play="sealed",
                    max_entries=2,
                    closes_once_played=True,
                    closes_at__isnull=False,
                ),
                name="competition_duel_is_for_two",
            ),
        ),
    ]
