"""Players and the tokens their clients carry."""

import hashlib
import secrets
import unicodedata
from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db import models

from .choices import Profile
from .ids import PublicIdField
from .preferences import Preferences

SCOPES: Final = ("play", "organise", "read")
"""What a token may allow; a guest's first token allows all three."""

REMEMBERED: Final = 4096
"""How many tokens a process remembers."""


class Player(AbstractBaseUser):
    """A person, or a declared bot. A guest is a player who cannot sign in."""

    id = PublicIdField()
    name = models.CharField(max_length=24)
    """Others may have the same. Where names differ, as in a competition, `players.numbering` sees to it."""
    look = models.CharField(max_length=200)
    """What the name looks like when case is ignored (`looks.look`)."""
    shape = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - it was to be unique
    """What the name looks like as it is written (`looks.shape`). Null for some old players."""
    bot = models.BooleanField(default=False)
    profile = models.CharField(max_length=7, choices=Profile.choices, default=Profile.PUBLIC)
    """Whether others may be shown more of the player than the name."""
    chosen = models.JSONField(null=True, blank=True)
    """What they have chosen of their `preferences`, by its names; null before they have chosen anything."""
    created_at = models.DateTimeField()

    account = models.BooleanField(db_default=False, default=False)
    """Whether they have an account: then their name is their `Handle`."""
    sessions_end = models.CharField(max_length=64, db_default="", default="", blank=True)
    """What `get_session_auth_hash` gives, once they have had a password: their first one ends no session."""

    is_staff = models.BooleanField(db_default=False, default=False)
    """Whether they moderate this site. That shows them no card: they have a desk of their own."""
    suspended_until = models.DateTimeField(null=True, blank=True)
    """Until when they do nothing that others see; it may be past."""
    banned_at = models.DateTimeField(null=True, blank=True)
    """Since when they do nothing that others see, and their results count for nobody."""
    barred_for = models.CharField(max_length=400, db_default="", default="", blank=True)
    """The reason of their last suspension or ban, as they are told it."""
    left_at = models.DateTimeField(null=True, blank=True)
    """When they left for good."""

    scopes: Collection[str] = SCOPES
    """What may be done and seen in their name here: less than everything where a token speaks for them that
    allows less. It is not stored."""

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
        """How they like the table."""
        return Preferences.of(self.chosen)

    @property
    def plays_no_more(self) -> bool:
        """Whether they are banned or have left, so that nobody begins anything with them."""
        return self.banned_at is not None or self.left_at is not None

    def set_password(self, raw_password: str | None) -> None:
        """Set the password, in NFC (`composed`)."""
        if raw_password is not None and (normal := composed(raw_password)) != raw_password:
            # As long as a failed check: allauth does this where it knows no such address, to hide that.
            make_password(raw_password)
            raw_password = normal
        super().set_password(raw_password)

    def check_password(self, raw_password: str | None) -> bool:
        """Whether it is the player's password, however the keyboard composes its letters.

        Passwords used to be stored as they were typed: that form is checked second, and stored in NFC if it
        is right. No session ends by it.
        """
        normal = composed(raw_password or "")
        if super().check_password(normal):
            return True
        if normal == raw_password or not super().check_password(raw_password):
            return False
        # What another request changes meanwhile stays as it is.
        unchanged = Player.objects.filter(pk=self.pk, password=self.password, sessions_end=self.sessions_end)
        self.sessions_end = self.get_session_auth_hash()
        self.password = make_password(normal)
        unchanged.update(password=self.password, sessions_end=self.sessions_end)
        return True

    def get_session_auth_hash(self) -> str:
        """What ends the player's sessions when it changes, as it does when they change their password.

        Unlike Django's it does not change with `SECRET_KEY`: then Channels would end the session of whoever
        opens a socket first, and a guest could never sign in again. It is stored beside the password.
        """
        return self.sessions_end or hashlib.sha256(self.password.encode()).hexdigest()

    def allowed(self, scopes: Collection[str]) -> "Player":
        """The player, limited to these scopes: nobody may do or see more than they allow."""
        self.scopes = tuple(scopes)
        return self


def composed(password: str) -> str:
    """The password in NFC, as RFC 8265 asks: some keyboards send `ü` as one letter, others as `u` and dots.

    NFKC would also make letters equal that somebody typed differently on purpose.
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


class PlayerChange(models.Model):
    """A change to a player, such as another name, that is not counted yet in all that they have entered."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    after = models.CharField(max_length=16, blank=True)
    """The entry up to which it is counted, in the order of their keys."""
    everywhere = models.BooleanField(db_default=False, default=False)
    """Whether it is to be counted also where another name was given them."""
    moved_at = models.DateTimeField(db_index=True)
    """When it was last counted anywhere, or a job was last asked for."""

    def __str__(self) -> str:
        return f"change of {self.player_id}"


class TokenQuerySet(models.QuerySet["Token"]):
    def live(self, digest: str) -> "TokenQuerySet":
        """The token whose secret has this digest, unless it was revoked."""
        return self.filter(digest=digest, revoked_at=None)


class Token(models.Model):
    """A key to the API. Only its hash is kept; the secret is shown once.

    It may be revoked; its player and what it allows never change.
    """

    id = PublicIdField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    """When it was last used, give or take the time between two looks of `last_uses`."""
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name} of {self.player_id}"

    @classmethod
    def live(cls, secret: str) -> "Token | None":
        """The token with this secret and its player, unless it was revoked."""
        try:
            return cls.objects.live(cls.digest_of(secret)).select_related("player").get()
        except cls.DoesNotExist:
            return None

    @classmethod
    def remembered(cls, secret: str) -> "Token | None":
        """Like `live`, but as this process first read it; it may have been revoked meanwhile."""
        try:
            return _first_read(cls.digest_of(secret))
        except cls.DoesNotExist:
            return None

    def is_live(self) -> bool:
        """Whether it was not revoked; looked up now, and forgotten if it was."""
        live = Token.objects.live(self.digest).exists()
        if not live:
            self.forget_remembered()
        return live

    @staticmethod
    def forget_remembered() -> None:
        """Read every token again that this process remembers."""
        _first_read.cache_clear()

    @staticmethod
    def digest_of(secret: str) -> str:
        """Lower-case hex of SHA-256: the secret has 256 random bits, so it needs no slow hash."""
        return hashlib.sha256(secret.encode()).hexdigest()

    @classmethod
    def issue(
        cls, *, player: Player, name: str, scopes: tuple[str, ...], now: datetime
    ) -> tuple["Token", str]:
        """A new token and its secret, which is kept nowhere else."""
        secret = "ed_" + secrets.token_urlsafe(32)
        token = cls.objects.create(
            player=player, name=name, digest=cls.digest_of(secret), scopes=list(scopes), created_at=now
        )
        return token, secret


@lru_cache(REMEMBERED)
def _first_read(digest: str) -> Token:
    """The live token, remembered; raises DoesNotExist, which is not remembered."""
    return Token.objects.live(digest).select_related("player").get()


class Ticket(models.Model):
    """A right to open one socket. Only its hash is kept; it is deleted when it is used."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The token that asked for it, and without which it is good for nothing; null if a page did."""
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The session of the page that asked for it: once that has ended, the ticket is gone."""
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"ticket of {self.player_id}"


class KnownBrowser(models.Model):
    """A browser that knows a player: one of their sessions, and what is told of it. It goes with the session,
    and when all sessions of the player end."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    browser = models.CharField(max_length=60)
    """The browser and its system in words, as far as it tells them."""
    begun_at = models.DateTimeField()
    used_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"browser of {self.player_id}"


class Pass(models.Model):
    """A browser's right to be a player, for some minutes. Only a hash of what the browser knows is kept."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"pass of {self.player_id}"
