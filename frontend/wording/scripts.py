"""The pages' scripts, which are built in each language that has translations of their texts."""

from django.conf import settings


def build_in(language: str | None) -> str:
    """The name in `settings.DJANGO_VITE` of the build in this language; without such a build, of the English
    one."""
    return language if language and language in settings.DJANGO_VITE else "default"
