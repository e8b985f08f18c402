"""Commands that are noted and not run."""

from pathlib import Path


class Commands:
    """Stands in for running a command: notes it, makes what it would make, fails when told to."""

    def __init__(self, *failing: str) -> None:
        self.lines: list[str] = []
        self.failing = failing

    def __call__(self, command: list[str | Path], **_: object) -> bool:
        words = [Path(word).name if isinstance(word, Path) else word for word in command]
        self.lines.append(" ".join(words))
        if any(word in self.failing for word in words):
            return False
        if words[1:3] == ["-m", "venv"]:
            (Path(command[3]) / "bin").mkdir()
            (Path(command[3]) / "bin" / "python").touch()
        if "setup.lock" in words and "pip" in words and "sync" not in words:
            (Path(command[command.index("install") - 1 if "--python" in words else 0]).parent / "uv").touch()
        return True

    def count(self, word: str) -> int:
        return sum(word in line.split() for line in self.lines)
