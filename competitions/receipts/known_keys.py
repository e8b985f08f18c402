"""Writing down the public keys that the site signs with, so that they stay listed."""

from datetime import datetime
from typing import Final

from django.utils import timezone

from ..jobs.watches import Lookout, watch
from ..models import PublicKey
from .keys import site_key, site_keys

LOOK_EVERY_S: Final = 3600.0


def note_keys(now: datetime) -> None:
    """Write down the keys of the site's secrets that are not there yet, and that today's is used."""
    known = [PublicKey(pk=key.id, public=key.public) for key in site_keys()]
    PublicKey.objects.bulk_create(known, ignore_conflicts=True)
    today = PublicKey.objects.filter(pk=site_key().id)
    today.filter(first_used_at=None).update(first_used_at=now)
    today.update(last_used_at=now)


def watch_keys() -> Lookout:
    """Write them down now, and again and again, as long as the process lives."""
    lookout = watch("keys of receipts", LOOK_EVERY_S, lambda: note_keys(timezone.now()))
    lookout.wake()
    return lookout
