"""The code of the guides in files, as a reader has it."""

from frontend.guides.guide import FOLDER, SITE


def saved(tmp_path, url, *names):
    """The code as a reader saves it; it speaks to the server at `url`."""
    for name in names:
        (tmp_path / name).write_text((FOLDER / name).read_text().replace(SITE, url))
