"""What a page hands to its island."""

import json
import re


def props_in(page, name="play-start"):
    """None where the page has no such island."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)
    return found and json.loads(found.group(1))
