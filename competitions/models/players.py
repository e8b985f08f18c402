"""Players, the handles of accounts, what proves that a request comes from a player (tokens, tickets, passes),
and the browsers in which players are signed in."""

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
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from .choices import Profile
from .ids import PublicIdField
from .leases import Leased
from .preferences import Preferences

SCOPES: Final = ("play", "organise", "read")
"""What a token may permit. A guest's first token has all three scopes."""

REMEMBERED: Final = 4096
"""How many tokens a process keeps in its cache."""


class Player(AbstractBaseUser):
    """A person or a declared bot. A guest is a player who cannot sign in."""

    id = PublicIdField(verbose_name=_("id"))
    name = models.CharField(_("name"), max_length=24)
    """The player's name. Several players may have the same name. Within a competition `people/numbered_names`
    makes names differ."""
    unnamed = models.BooleanField(db_default=False, default=False)
    """Whether the player has not chosen a name yet. `name` is then `Guest` in the site's language, or a name
    that the staff gave."""
    look = models.CharField(max_length=200)
    """What the name looks like, without regard to case: letters that look alike are replaced by one letter.
    Names with equal values look the same; see `people/looks.look`."""
    shape = models.CharField(max_length=200)
    """As `look`, but with regard to case: a capital I looks like a small l, and a small i does not. See
    `people/looks.shape`."""
    bot = models.BooleanField(default=False)
    profile = models.CharField(max_length=7, choices=Profile.choices, default=Profile.PUBLIC)
    """Whether other players may see more of the player than the name."""
    chosen = models.JSONField(null=True, blank=True)
    """The fields of `preferences` that the player has set; null if the player has set none."""
    language = models.CharField(max_length=12, db_default="", default="", blank=True)
    """The language that the player has chosen, as in `settings.LANGUAGES`; empty if the player has chosen
    none. The site may no longer speak that language; see `people/own_language`."""
    created_at = models.DateTimeField(_("here since"))

    account = models.BooleanField(db_default=False, default=False)
    """Whether the player has an account. The name of an account (its `Handle`) looks like no other
    account's."""
    sessions_end = models.CharField(max_length=64, db_default="", default="", blank=True)
    """If not empty, `get_session_auth_hash` returns this value, not a hash of the password. A first password
    would change that hash and end the sessions, so the old hash is stored here. A new random value ends all
    sessions."""

    account_offered_until = models.DateTimeField(null=True, blank=True)
    """The time until which the guest is offered an account after each game; null if no account has been
    offered yet."""

    is_staff = models.BooleanField(_("one of the staff"), db_default=False, default=False)
    """Whether the player moderates this site. Staff may play, so the staff's pages show no hidden cards."""
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    """The end of the player's last suspension, which may be past. Null if there was none, if the staff lifted
    it, or if the player was banned since."""
    banned_at = models.DateTimeField(_("banned"), null=True, blank=True)
    """When the player was banned; null if the player is not banned. The results of a banned player do not
    count."""
    barred_for = models.CharField(_("barred for"), max_length=400, db_default="", default="", blank=True)
    """The reason for the player's last suspension or ban, as it is shown to the player. Empty if there was
    none, or if the staff lifted it."""
    left_at = models.DateTimeField(null=True, blank=True)
    """When the player left the site for good; null if the player has not left."""

    scopes: Collection[str] = SCOPES
    """The scopes of the current request: the scopes of its token, or all scopes for a session. Not stored."""

    objects = BaseUserManager()

    USERNAME_FIELD = "id"

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = (models.Index(fields=("look",), name="player_look"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(profile__in=Profile.values), name="player_profile_known"
            ),
            models.CheckConstraint(
                condition=models.Q(language=Lower("language")), name="player_language_in_small_letters"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def preferences(self) -> Preferences:
        """The player's preferences for the card table."""
        return Preferences.of(self.chosen)

    @property
    def plays_no_more(self) -> bool:
        """Whether the player is banned or has left. Such a player cannot be given duels or contests."""
        return self.banned_at is not None or self.left_at is not None

    def set_password(self, raw_password: str | None) -> None:
        super().set_password(None if raw_password is None else composed(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        return super().check_password(composed(raw_password or ""))

    def get_session_auth_hash(self) -> str:
        """Return the value that Django stores in the player's sessions: `sessions_end` or, if that is empty,
        a hash of `password`. The sessions end when this value changes, for example with a new password.

        Unlike Django's value, this value does not depend on `SECRET_KEY`, so a new `SECRET_KEY` ends no
        session. With Django's value, a page would accept a session that began under the previous key, and
        store the new value in it. But if the session opened a socket first, Channels would end the session.
        A guest whose session ends cannot sign in again.
        """
        return self.sessions_end or hashlib.sha256(self.password.encode()).hexdigest()

    def allowed(self, scopes: Collection[str]) -> "Player":
        """Limit this object to the given scopes, and return it."""
        self.scopes = tuple(scopes)
        return self


def composed(password: str) -> str:
    """Return the password in NFC, as RFC 8265 asks. Some keyboards send `ü` as one character, others as `u`
    followed by a combining mark.

    NFKC would also equate letters that were typed differently on purpose.
    """
    return unicodedata.normalize("NFC", password)


class Handle(models.Model):
    """The name of an account. No two handles look alike."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="handle")
    look = models.CharField(max_length=200, unique=True)
    shape = models.CharField(max_length=200, unique=True)
    """What the name looks like with regard to case; `look` is without regard to case. Because both are
    unique, no two handles look alike; see `people/looks`."""

    def __str__(self) -> str:
        return f"handle of {self.player_id}"


class PlayerChange(Leased):
    """A change of a player, such as a new name, that a job is copying into the player's entries."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    after = models.CharField(max_length=16, blank=True)
    """The id of the last entry that has the change; empty if none has it yet. Entries are updated in the
    order of their ids."""
    everywhere = models.BooleanField(db_default=False, default=False)
    """Whether all entries of the player get the change. If false, only entries whose `own_name` is true
    get it."""

    def __str__(self) -> str:
        return f"change of {self.player_id}"


class TokenQuerySet(models.QuerySet["Token"]):
    def live(self, digest: str) -> "TokenQuerySet":
        """The token whose secret has this digest, unless the token was revoked."""
        return self.filter(digest=digest, revoked_at=None)


class Token(models.Model):
    """A key to the API. Only its hash is stored; the secret is shown once.

    The player and the scopes of a token never change. A token can be revoked.
    """

    id = PublicIdField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    """About when the token was last used: `people/last_uses` writes this time only now and then."""
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.name} of {self.player_id}"

    @classmethod
    def live(cls, secret: str) -> "Token | None":
        """Read the token with this secret, and its player. Return None if the token is unknown or revoked."""
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
        """Ask the database whether the token is still valid. If it was revoked, empty the cache."""
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
        """Return the SHA-256 hash in lower-case hex. The secret has 256 random bits, so no slow hash is
        needed."""
        return hashlib.sha256(secret.encode()).hexdigest()

    @classmethod
    def issue(
        cls, *, player: Player, name: str, scopes: tuple[str, ...], now: datetime
    ) -> tuple["Token", str]:
        """Return a new token and its secret. The secret is stored nowhere."""
        secret = "ed_" + secrets.token_urlsafe(32)
        token = cls.objects.create(
            player=player, name=name, digest=cls.digest_of(secret), scopes=list(scopes), created_at=now
        )
        return token, secret


@lru_cache(REMEMBERED)
def _first_read(digest: str) -> Token:
    """Return the token, from the cache if possible; it may have been revoked since it was read. Raises
    DoesNotExist if there is no live token; this is not cached."""
    return Token.objects.live(digest).select_related("player").get()


class Ticket(models.Model):
    """A right to open one socket or stream. Only its hash is stored, and using the ticket deletes it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The token that asked for the ticket; null if a page asked. The ticket ends with the token."""
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The session of the page that asked for the ticket; null if a token asked. The ticket ends with the
    session."""
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"ticket of {self.player_id}"


class KnownBrowser(models.Model):
    """The browser of a session in which a player is signed in, described so that the player recognises the
    browser. The row is deleted with the session."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    browser = models.CharField(max_length=60)
    """The texts in the `User-Agent` header that identify the browser and its operating system, such as
    `Firefox/|Mac OS X`. Pages show names for them, in the reader's language."""
    begun_at = models.DateTimeField()
    used_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"browser of {self.player_id}"


class Pass(models.Model):
    """A right to sign a browser in as a player, for one minute or a few. Only a hash of its secret is
    stored."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"pass of {self.player_id}"
