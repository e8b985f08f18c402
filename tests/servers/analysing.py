"""Analysing the games of a contest at once: a solver of the site takes the deals of all games first, and
gives way to whatever else the machine does."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import django

from solvers import VERSION, analyse

from .daphne import ROOT, environment
from .forking import calling


def analyse_games(contest: str, settings: Mapping[str, str]) -> None:
    """Analyse and store the games that count in a closed contest, in a process with these settings."""
    log = Path(settings["DATA_DIR"], f"analyses-{contest}.log")
    with calling(_analyse, [contest], log, cwd=ROOT, env=environment(settings)) as process:
        assert process.wait() == 0, log.read_text()


def _analyse(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from competitions.models import AnalysedLog, Log
    from competitions.solving.analysis.analyse_games import store_analysis
    from competitions.solving.analysis.checked_analysis import checked

    games = Log.objects.counting().filter(round__competition__in=arguments)
    for log in games.exclude(analysed__found__isnull=False):
        deal, moves = log.round.deal, log.moves
        answer = json.dumps({"version": VERSION, **analyse(deal.opening, moves)}).encode()
        analysed, _ = AnalysedLog.objects.get_or_create(log=log)
        store_analysis(analysed, checked(answer, deal.opening, moves, log.attempt.score, log.round.par))
