"""Parts of paths: a path whose part does not match is not found."""

from ..models.ids import ALPHABET, LENGTH


class PublicId:
    """A public identifier."""

    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class RoundNumber:
    """A round's number, in the one spelling that it has."""

    regex = "[1-9][0-9]?"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
