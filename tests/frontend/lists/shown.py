"""What a page that lists contests or players shows."""

import re
from html import unescape
from urllib.parse import urljoin


def names(page):
    return [unescape(name) for name in re.findall(r'<h3><a href="/c/\w+"><bdi[^>]*>(.*?)</bdi>', page)]


def lines(page):
    """The contests that have a line on the home page."""
    found = re.findall(r'<p class="line-name"><a href="/c/\w+"><bdi[^>]*>(.*?)</bdi>', page)
    return [unescape(name) for name in found]


def next_page(page):
    """Where the next page is; None on the last one."""
    link = re.search(r'rel="next" href="(.*?)"', page)
    return link and unescape(link.group(1))


def pages_from(browser, path):
    """The page at `path`, and all that follow it."""
    pages = []
    while path:
        answer = browser.get(path)
        assert answer.status_code == 200, path
        pages.append(answer.content.decode())
        link = next_page(pages[-1])
        path = link and urljoin(path, link)
    return pages


def headings(page):
    return [" ".join(unescape(title).split()) for title in re.findall(r"<h2[^>]*>(.*?)</h2>", page)]
