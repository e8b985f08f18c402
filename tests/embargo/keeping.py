"""The rule of `competitions.web.caching`, which every answer that a walk receives is held to."""

from email.parser import BytesHeaderParser

from competitions.web.caching import CHECKED, NOWHERE

from .stage import Received, Viewer


class Kept:
    """Answers are kept by nobody but whom they are for; `public` are those for all, by path."""

    def __init__(self) -> None:
        self.public: dict[str, bytes] = {}

    def hold(self, viewer: Viewer, method: str, path: str, got: Received) -> None:
        """Raise AssertionError if the answer may be kept otherwise than the rule says."""
        head = BytesHeaderParser().parsebytes(got.head.partition(b"\n")[2])
        said, asked = head["Cache-Control"], (viewer.name, method, path, got.status, head["Cache-Control"])
        reads = method in ("GET", "HEAD") and got.status in (200, 304)
        assert said is not None, asked
        if said.startswith("public, max-age="):
            assert reads, asked
            assert "Set-Cookie" not in head, asked
            if method == "GET":
                assert self.public.setdefault(path, got.body) == got.body, asked
        elif said == CHECKED.cache_control:
            assert reads, asked
            assert head["ETag"], asked
        else:
            assert said == NOWHERE.cache_control, asked
