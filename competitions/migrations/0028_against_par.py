"""The ranking against par."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("competitions", "0027_par")]

    operations = [
        migrations.AlterField(
            "competition",
            "ranking",
            models.CharField(
                choices=[
                    ("total", "the sum of the scores"),
                    ("matchpoints", "how many of the others each player beats"),
                    ("points", "points for the first ten places"),
                    ("against_par", "the sum of the scores against par"),
                ],
                default="total",
                max_length=11,
            ),
        ),
        migrations.RemoveConstraint("competition", "competition_ranking_known"),
        migrations.AddConstraint(
            "competition",
            models.CheckConstraint(
                condition=Q(ranking__in=["total", "matchpoints", "points", "against_par"]),
                name="competition_ranking_known",
            ),
        ),
    ]
