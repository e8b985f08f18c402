"""What the tables of the service hold."""

from typing import Any

from django.apps import apps


def row_counts() -> dict[str, int]:
    """How many rows each table of ours holds."""
    return {
        model.__name__: model.objects.count() for model in apps.get_app_config("competitions").get_models()
    }


def all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of ours, table by table: the same before and after where nothing may change."""
    return {
        model.__name__: list(model.objects.order_by("pk").values_list())
        for model in apps.get_app_config("competitions").get_models()
    }
