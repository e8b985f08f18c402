"""The par of rounds, and the search for it."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("competitions", "0026_rules_of_logs")]

    operations = [
        migrations.AddField("round", "par_score", models.SmallIntegerField(blank=True, null=True)),
        migrations.AddField("round", "par_proven", models.BooleanField(blank=True, null=True)),
        migrations.AddField("round", "par_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "round",
            models.CheckConstraint(
                condition=Q(par_score=None, par_proven=None, par_at=None)
                | Q(par_score__isnull=False, par_proven__isnull=False, par_at__isnull=False),
                name="round_par_is_whole",
            ),
        ),
        migrations.CreateModel(
            name="SolvedRound",
            fields=[
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="solved",
                        serialize=False,
                        to="competitions.round",
                    ),
                ),
                ("due", models.BooleanField(default=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("free_at", models.DateTimeField(blank=True, null=True)),
                ("moves", models.JSONField(blank=True, null=True)),
                ("solvers_version", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "indexes": [models.Index(condition=Q(due=True), fields=["round"], name="solved_round_due")],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(moves__isnull=True) | Q(due=False, solvers_version__isnull=False),
                        name="solved_round_has_its_solvers",
                    )
                ],
            },
        ),
    ]
