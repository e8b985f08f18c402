"""The player's account on each site, kept in a file that only its owner may read."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from games.language import Message

USUAL_SITE = "http://127.0.0.1:8000"
SITE, TOKEN = "EVENDEAL_SITE", "EVENDEAL_TOKEN"
"""Environment variables that override the account file. The token in `EVENDEAL_TOKEN` is only for the site in
`EVENDEAL_SITE`."""

USUAL_PORTS = {"http": ":80", "https": ":443"}


def account_file() -> Path:
    """The path of the account file, which may not exist yet."""
    return Path(typer.get_app_dir("evendeal")) / "account.json"


@dataclass(frozen=True)
class Account:
    site: str
    name: str | None = None
    token: str | None = None


def usual_site() -> str:
    """The site of the last login, for commands that do not name a site."""
    return tidy(os.environ.get(SITE) or _read().get("site") or USUAL_SITE)


def at(site: str | None) -> Account:
    """The player's account on a site. A token is sent only to the site that issued it, because anybody may
    write links to other sites."""
    site = tidy(site) if site else usual_site()
    token = os.environ.get(TOKEN)
    if token and site == _site_of_token():
        return Account(site, None, token)
    sites = _read().get("sites")
    kept = {tidy(each): known for each, known in sites.items()} if isinstance(sites, dict) else {}
    known = kept.get(site)
    return Account(site, known.get("name"), known.get("token")) if isinstance(known, dict) else Account(site)


def withheld_from(site: str) -> Message | None:
    """Why the environment's token is not sent to a site; None if it is sent, or if there is none."""
    if not os.environ.get(TOKEN) or tidy(site) == _site_of_token():
        return None
    return Message("evendeal.token_withheld", token=TOKEN, site=site, variable=SITE)


def _site_of_token() -> str | None:
    named = os.environ.get(SITE)
    return tidy(named) if named else None


def remember(account: Account) -> Path:
    """Store an account, replacing the one at the same site, and make its site the default."""
    kept = _read()
    kept["site"] = account.site
    if not isinstance(kept.get("sites"), dict):
        kept["sites"] = {}
    kept["sites"][account.site] = {"name": account.name, "token": account.token}
    file = account_file()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    # Only the owner may read the file, from the moment it is created.
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
        json.dump(kept, written, indent=2)
    new.replace(file)
    return file


def tidy(site: str) -> str:
    """A site's address in its one normal form.

    >>> tidy("patience.example/"), tidy("localhost:8000"), tidy("HTTPS://Patience.example:443")
    ('https://patience.example', 'http://localhost:8000', 'https://patience.example')
    """
    site = site.strip().rstrip("/")
    if "://" not in site:
        site = f"{'http' if site.startswith(('localhost', '127.')) else 'https'}://{site}"
    scheme, _, rest = site.partition("://")
    host, slash, path = rest.partition("/")
    scheme = scheme.lower()
    return f"{scheme}://{host.lower().removesuffix(USUAL_PORTS.get(scheme, ''))}{slash}{path}"


def _read() -> dict[str, Any]:
    try:
        kept = json.loads(account_file().read_text())
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
