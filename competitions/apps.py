"""The app's name and label."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    name = "competitions"
    label = "competitions"
