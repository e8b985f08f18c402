"""Path parts."""

from ..models.ids import ALPHABET, LENGTH


class PublicId:
    """A public identifier: anything else is no path."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
