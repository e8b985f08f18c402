"""Players, and all that shows that a request comes from one: tokens, tickets, passes, browsers."""

import hashlib
import secrets
import unicodedata
from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.models import Session
from django.db import models

from .choices import Profile
from .ids import PublicIdField
from .leases import Leased
from .preferences import Preferences

SCOPES: Final = ("play", "organise", "read")
"""The scopes of tokens. A guest's first token has all three."""

REMEMBERED: Final = 4096
"""How many tokens a process caches."""


class Player(AbstractBaseUser):
    """A person or a declared bot. A guest is a player who cannot sign in."""

    id = PublicIdField()
    name = models.CharField(max_length=24)
    """Not unique. Within a competition names are made to differ by `people/numbered_names`."""
    look = models.CharField(max_length=200)
    """See `people/looks.look`."""
    shape = models.CharField(max_length=200)
    """See `people/looks.shape`."""
    bot = models.BooleanField(default=False)
    profile = models.CharField(max_length=7, choices=Profile.choices, default=Profile.PUBLIC)
    """Whether others may see more of the player than the name."""
    chosen = models.JSONField(null=True, blank=True)
    """The fields of `preferences` that they have set; null for none."""
    created_at = models.DateTimeField()

    account = models.BooleanField(db_default=False, default=False)
    """Whether they are an account; then their name is their `Handle`."""
    sessions_end = models.CharField(max_length=64, db_default="", default="", blank=True)
    """The value of `get_session_auth_hash` since their first password, which ends no session."""

    is_staff = models.BooleanField(db_default=False, default=False)
    """Whether they moderate this site, at a desk that shows no cards."""
    suspended_until = models.DateTimeField(null=True, blank=True)
    """The end of their last suspension; it may be past."""
    banned_at = models.DateTimeField(null=True, blank=True)
    """When they were banned; null if they are not. The results of a banned player do not count."""
    barred_for = models.CharField(max_length=400, db_default="", default="", blank=True)
    """The reason for their last suspension or ban, which they are shown."""
    left_at = models.DateTimeField(null=True, blank=True)
    """When they left for good."""

    scopes: Collection[str] = SCOPES
    """The scopes of the current request: those of its token, or all for a session. Not stored."""

    objects = BaseUserManager()

    USERNAME_FIELD = "id"

    class Meta:
        indexes = (models.Index(fields=("look",), name="player_look"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(profile__in=Profile.values), name="player_profile_known"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def preferences(self) -> Preferences:
        """How they like the card table."""
        return Preferences.of(self.chosen)

    @property
    def plays_no_more(self) -> bool:
        """Whether they are banned or have left, so that nothing new with them may begin."""
        return self.banned_at is not None or self.left_at is not None

    def set_password(self, raw_password: str | None) -> None:
        super().set_password(None if raw_password is None else composed(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        return super().check_password(composed(raw_password or ""))

    def get_session_auth_hash(self) -> str:
        """A value that ends the player's sessions when it changes, as it does with another password.

        Unlike Django's it does not depend on `SECRET_KEY`: after a new secret, Channels would end the session
        of whoever opens a socket first, and a guest could never sign in again."""
        return self.sessions_end or hashlib.sha256(self.password.encode()).hexdigest()

    def allowed(self, scopes: Collection[str]) -> "Player":
        """Limit this object to the scopes, and return it."""
        self.scopes = tuple(scopes)
        return self


def composed(password: str) -> str:
    """Return the password in NFC, as RFC 8265 asks: some keyboards send `ü` as one letter, others as `u` and
    dots.

    NFKC would also equate letters that were typed differently on purpose.
    """
    return unicodedata.normalize("NFC", password)


class Handle(models.Model):
    """The name of an account, which looks like no other account's."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="handle")
    look = models.CharField(max_length=200, unique=True)
    shape = models.CharField(max_length=200, unique=True)
    """The two looks of the player's name."""

    def __str__(self) -> str:
        return f"handle of {self.player_id}"


class PlayerChange(Leased):
    """A change of a player, such as a new name, that some of their competitions do not show yet."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    after = models.CharField(max_length=16, blank=True)
    """The last entry that shows it, in the order of keys."""
    everywhere = models.BooleanField(db_default=False, default=False)
    """Whether it also concerns competitions that know the player by another name."""

    def __str__(self) -> str:
        return f"change of {self.player_id}"


class TokenQuerySet(models.QuerySet["Token"]):
    def live(self, digest: str) -> "TokenQuerySet":
        """The token with this digest, unless it was revoked."""
        return self.filter(digest=digest, revoked_at=None)


class Token(models.Model):
    """A key to the API. Only its hash is stored; the secret is shown once.

    Its player and scopes never change; it can be revoked.
    """

    id = PublicIdField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    """When it was last used, as exactly as `people/last_uses` writes it."""
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name} of {self.player_id}"

    @classmethod
    def live(cls, secret: str) -> "Token | None":
        """Read the token with this secret, and its player; None if it is unknown or revoked."""
        try:
            return cls.objects.live(cls.digest_of(secret)).select_related("player").get()
        except cls.DoesNotExist:
            return None

    @classmethod
    def remembered(cls, secret: str) -> "Token | None":
        """Like `live`, but from the cache of this process; the token may have been revoked since."""
        try:
            return _first_read(cls.digest_of(secret))
        except cls.DoesNotExist:
            return None

    def is_live(self) -> bool:
        """Look up whether it is not revoked; if it is, empty the cache."""
        live = Token.objects.live(self.digest).exists()
        if not live:
            self.forget_remembered()
        return live

    @staticmethod
    def forget_remembered() -> None:
        """Empty the cache of tokens."""
        _first_read.cache_clear()

    @staticmethod
    def digest_of(secret: str) -> str:
        """SHA-256 in lower-case hex. The secret has 256 random bits, so it needs no slow hash."""
        return hashlib.sha256(secret.encode()).hexdigest()

    @classmethod
    def issue(
        cls, *, player: Player, name: str, scopes: tuple[str, ...], now: datetime
    ) -> tuple["Token", str]:
        """Return a new token and its secret, which is stored nowhere."""
        secret = "ed_" + secrets.token_urlsafe(32)
        token = cls.objects.create(
            player=player, name=name, digest=cls.digest_of(secret), scopes=list(scopes), created_at=now
        )
        return token, secret


@lru_cache(REMEMBERED)
def _first_read(digest: str) -> Token:
    """Return the live token, and cache it; raises DoesNotExist, which is not cached."""
    return Token.objects.live(digest).select_related("player").get()


class Ticket(models.Model):
    """A right to open one socket. Only its hash is stored; using it deletes it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The token that asked for it, with which it ends; null if a page asked."""
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The session of the page that asked for it, with which it ends."""
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"ticket of {self.player_id}"


class KnownBrowser(models.Model):
    """A browser in which a player is signed in: one of their sessions, with what the player is shown of it.
    It is deleted with the session."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    browser = models.CharField(max_length=60)
    """The browser and its operating system in words, as far as it tells them."""
    begun_at = models.DateTimeField()
    used_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"browser of {self.player_id}"


class Pass(models.Model):
    """A right to sign a browser in as a player, for some minutes. Only a hash of its secret is stored."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"pass of {self.player_id}"
