"""The choices of settings with few values, and the labels that forms show for them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The kind of a competition. Players make contests and challenges; the site makes dailies, duels for two
    players, and the contests of a player's series."""

    CONTEST = "contest", "Contest"
    CHALLENGE = "challenge", "Challenge"
    DAILY = "daily", "Deal of the day"
    DUEL = "duel", "Duel"
    SERIES = "series", "Contest of a series"


class Every(models.TextChoices):
    """How often a series has a contest."""

    WEEK = "week", "Every week"
    MONTH = "month", "Every month"


class Access(models.TextChoices):
    PUBLIC = "public", _("Public: listed, anyone may join")
    UNLISTED = "unlisted", _("Unlisted: anyone with the link may join")
    INVITE = "invite", _("Invite only: the link and a code")


class Play(models.TextChoices):
    SEALED = "sealed", "Sealed: the server deals card by card"
    OPEN = "open", "Open: the seed is known to those who joined"


class Others(models.TextChoices):
    """When players may watch the games of other players in a sealed round."""

    CLOSED = "closed", "Once the round is closed for everyone"
    FINISHED = "finished", "Once who watches has finished their own game"


class Counts(models.TextChoices):
    BEST = "best", _("the best attempt")
    FIRST = "first", _("the first attempt")


class Ranking(models.TextChoices):
    """How entries are ranked over all rounds."""

    TOTAL = "total", "the sum of the scores"
    MATCHPOINTS = "matchpoints", "how many of the others each player beats"
    POINTS = "points", "points for the first ten places"
    AGAINST_PAR = "against_par", "the sum of the scores against par"


class TieBreak(models.TextChoices):
    """How equal results are ordered."""

    WINS = "wins", "more games won"
    MOVES = "moves", "fewer moves"
    TIME = "time", "less time"
    EARLIEST = "earliest", "the earlier finish"


class Scores(models.TextChoices):
    """When players see the scores of other players in a round."""

    LIVE = "live", "at once"
    OWN = "own", "to each player once they have finished the round"
    FINAL = "final", "once the round is closed"


class Names(models.TextChoices):
    """Whether a player's name in a competition changes when the player takes a new name."""

    OWN = "own", "By their own names, and by new ones as soon as they take them"
    KEPT = "kept", "As they were when they joined: only organisers rename"


class BandKind(models.TextChoices):
    """The promise that the site makes about a deal before anybody plays the deal."""

    WINNABLE = "winnable", "It can be won"
    HARD = "hard", "It is hard, but can be won"
    PAR = "par", "Its par lies between two scores"


class Profile(models.TextChoices):
    """Whether other players may see a player's profile, or only the player's name."""

    PUBLIC = "public", "Public: anyone may look you up"
    PRIVATE = "private", "Private: others see your name alone"
