"""The pages' scripts, which are built in each language that has translations of their texts."""

from django.conf import settings


def build_in(language: str | None) -> str:
    """Return the name in `settings.DJANGO_VITE` of the build in a language, or of the English one if there is
    none."""
    return language if language and language in settings.DJANGO_VITE else "default"
