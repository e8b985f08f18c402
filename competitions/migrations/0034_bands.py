"""Deals in bands, and those that are looked for."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("competitions", "0033_certified_rounds")]

    operations = [
        migrations.AlterField("deal", "seed", models.CharField(blank=True, max_length=64)),
        migrations.AddField(
            "deal",
            "band_kind",
            models.CharField(
                blank=True,
                choices=[
                    ("winnable", "It can be won"),
                    ("hard", "It is hard, but can be won"),
                    ("par", "Its par lies between two scores"),
                ],
                db_default="",
                default="",
                max_length=8,
            ),
        ),
        migrations.AddField("deal", "band_low", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("deal", "band_high", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("deal", "told_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "deal",
            models.CheckConstraint(
                condition=Q(band_kind__in=("", "winnable", "hard"), band_low=None, band_high=None)
                | Q(
                    band_kind="par",
                    band_low__isnull=False,
                    band_high__isnull=False,
                    band_high__gte=F("band_low"),
                ),
                name="deal_band_is_whole",
            ),
        ),
        migrations.AddConstraint(
            "deal",
            models.CheckConstraint(
                condition=Q(band_kind="", told_at=None) & ~Q(seed="")
                | ~Q(band_kind="") & (Q(seed="") | Q(told_at__isnull=False)),
                name="deal_without_a_seed_is_looked_for",
            ),
        ),
        migrations.CreateModel(
            name="SoughtDeal",
            fields=[
                ("due", models.BooleanField(default=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("free_at", models.DateTimeField(blank=True, null=True)),
                ("solvers_version", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "deal",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="sought",
                        serialize=False,
                        to="competitions.deal",
                    ),
                ),
                ("asked_at", models.DateTimeField()),
            ],
            options={"abstract": False},
        ),
    ]
