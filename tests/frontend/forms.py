"""What a browser sends when a form is sent back as it is shown."""

from html.parser import HTMLParser


def shown_in(page: str) -> dict[str, str]:
    """The fields of the page's main part that are filled in or chosen, by their names."""
    reader = _Fields()
    reader.feed(page.split("<main", 1)[1].split("</main>", 1)[0])
    return {name: value for name, value in reader.values.items() if value and name != "csrfmiddlewaretoken"}


class _Fields(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.inside = ""
        """The name of the select or textarea that is being read."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value")
        match tag:
            case "select" | "textarea":
                self.inside = name
            case "option" if "selected" in given:
                self.values[self.inside] = value or ""
            case "input" if given.get("type") in ("checkbox", "radio"):
                if "checked" in given:
                    self.values[name] = "on" if value is None else value
            case "input":
                self.values[name] = value or ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("select", "textarea"):
            self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.lasttag == "textarea" and self.inside:
            self.values[self.inside] = self.values.get(self.inside, "") + data.removeprefix("\n")
