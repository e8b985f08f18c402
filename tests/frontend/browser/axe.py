"""The automated accessibility check: axe, run in the page that a test has open."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

AT_REST = """() => document.getAnimations().filter(each => each.timeline === document.timeline)
    .every(each => each.playState !== 'running')"""
"""Whether no animation runs: while a colour changes it cannot be judged. What follows the reader's own
scrolling never ends, and never moves by itself."""
UNFOLD = "all => all.forEach(each => (each.open = true))"
"""Opens what is folded, so that it is looked at, too."""


def expect_accessible(page: Page, where: str = "") -> None:
    """Fail with a list of what axe finds on the page as it is now, however slight."""
    page.wait_for_function(AT_REST)
    # Not a script tag: the page's policy allows none but its own. Once a page is enough.
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found = page.evaluate("tags => axe.run({runOnly: tags, resultTypes: ['violations']})", TAGS)
    assert found["passes"], "axe did not look at anything"
    problems = [line for violation in found["violations"] for line in _told(violation)]
    assert not problems, "\n".join([f"{where or page.url} is not accessible:", *problems])


@cache
def _source() -> str:
    return AXE.read_text()


def _told(violation: dict[str, Any]) -> list[str]:
    """What is wrong, and each place where it is."""
    places = [
        f"    {' '.join(map(str, node['target']))}: {node['html'][:160]}\n"
        f"      {'; '.join(check['message'] for check in (*node['any'], *node['all'], *node['none']))}"
        for node in violation["nodes"]
    ]
    return [f"  {violation['impact']}: {violation['help']} ({violation['id']})", *places]
