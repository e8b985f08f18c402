"""The choices of settings with few values, and the labels that forms show for them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The kind of a competition. Players make contests and challenges; the site makes dailies, duels for two
    players, and the contests of a player's series."""

    CONTEST = "contest", _("Contest")
    CHALLENGE = "challenge", _("Challenge")
    DAILY = "daily", _("Deal of the day")
    DUEL = "duel", _("Duel")
    SERIES = "series", _("Contest of a series")


class Every(models.TextChoices):
    """How often a series has a contest."""

    WEEK = "week", _("Every week")
    MONTH = "month", _("Every month")


class Access(models.TextChoices):
    PUBLIC = "public", _("Public: listed, anyone may join")
    UNLISTED = "unlisted", _("Unlisted: anyone with the link may join")
    INVITE = "invite", _("Invite only: the link and a code")


class Play(models.TextChoices):
    SEALED = "sealed", _("Sealed: the server deals card by card")
    OPEN = "open", _("Open: the seed is known to those who joined")


class Others(models.TextChoices):
    """When players may watch the games of other players in a sealed round."""

    CLOSED = "closed", _("Once the round is closed for everyone")
    FINISHED = "finished", _("Once the player has finished their own game")


class Counts(models.TextChoices):
    BEST = "best", _("the best attempt")
    FIRST = "first", _("the first attempt")


class Ranking(models.TextChoices):
    """How entries are ranked over all rounds."""

    TOTAL = "total", _("the sum of the scores")
    MATCHPOINTS = "matchpoints", _("how many of the others each player beats")
    POINTS = "points", _("points for the first ten places")
    AGAINST_PAR = "against_par", _("the sum of the scores against par")


class TieBreak(models.TextChoices):
    """How equal results are ordered."""

    WINS = "wins", _("more games won")
    MOVES = "moves", _("fewer moves")
    TIME = "time", _("less time")
    EARLIEST = "earliest", _("the earlier finish")


class Scores(models.TextChoices):
    """When players see the scores of other players in a round."""

    LIVE = "live", _("at once")
    OWN = "own", _("to each player once they have finished the round")
    FINAL = "final", _("once the round is closed")


class Names(models.TextChoices):
    """Whether a player's name in a competition changes when the player takes a new name."""

    OWN = "own", _("Their own names: a new one shows as soon as they take it")
    KEPT = "kept", _("The names they joined with: only organisers can change them")


class BandKind(models.TextChoices):
    """The promise that the site makes about a deal before anybody plays the deal."""

    WINNABLE = "winnable", _("It can be won")
    HARD = "hard", _("It is hard, but can be won")
    PAR = "par", _("Its par lies between two scores")


class Profile(models.TextChoices):
    """Whether other players may see a player's profile, or only the player's name."""

    PUBLIC = "public", _("Public: anyone may look you up")
    PRIVATE = "private", _("Private: others see your name alone")
