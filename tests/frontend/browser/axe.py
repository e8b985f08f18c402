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


OF_STYLES = [
    *("color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"),
    "aria-hidden-focus",
]
"""The rules that ask where something is, how large, or in which colour, and one that asks what `LOOK` does
not compare. All others ask what is in the page, what of it is hidden, and how it is named."""

LOOK = """async ([tags, ofStyles]) => {
    const seen = each => [each.tagName, each.checkVisibility({visibilityProperty: true}),
        ...[...each.attributes].flatMap(({name, value}) => [name, value])];
    const there = [...document.querySelectorAll('*:not([aria-hidden=true] *)')]
        .filter(each => each.ariaHidden !== 'true').map(seen);
    const shown = JSON.stringify([there, document.body.textContent]);
    const rules = shown === window.lookedAt ? {type: 'rule', values: ofStyles} : tags;
    window.lookedAt = shown;
    const options = {runOnly: rules, resultTypes: ['violations']};
    // To name every place takes as long as some rules, so that is done only where something is wrong.
    axe.configure({noHtml: true});
    let found = await axe.run({...options, selectors: false});
    if (found.violations.length) {
        axe.reset();
        found = await axe.run(options);
    }
    return {looked: [...found.passes, ...found.violations].length, violations: found.violations};
}"""
"""Lets axe look at a page. If just the same is there, and just as much of it hidden, as at its last look, it
asks by the rules of styles alone."""


def expect_accessible(page: Page, where: str = "") -> None:
    """Fail with a list of what axe finds on the page as it is now, however slight."""
    page.wait_for_function(AT_REST)
    # Not a script tag: the page's policy allows none but its own. Once a page is enough.
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found = page.evaluate(LOOK, [TAGS, OF_STYLES])
    assert found["looked"], "axe did not look at anything"
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
