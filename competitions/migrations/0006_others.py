"""Contests that were there before get `closed`, also where finished players could watch others until now.

Nobody who made them was asked, and what is hidden a while longer hurts nobody.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0005_leases"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="others",
            field=models.CharField(
                choices=[
                    ("closed", "Once the round is closed for everyone"),
                    ("finished", "Once who watches has finished their own game"),
                ],
                default="closed",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("others__in", ["closed", "finished"])), name="competition_others_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("play", "sealed"), ("others", "closed"), _connector="OR"),
                name="competition_others_in_sealed_play",
            ),
        ),
    ]
