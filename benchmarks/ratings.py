"""How well ratings order players of known strength, by what their rounds would have been.

Eighty players with strengths from a normal distribution play rounds of 5 to 40, of which each player gets a
number of cards left over that is the worse the weaker they are; three quarters end on the same best score, as
in the easy games. A system sees the places alone. Shown are Spearman's rank correlation with the true
strengths after 30 and after 120 rounds, over some seeds; the floor is the number of rounds played, the
ceiling the mean share of others beaten, which knows all rounds at once and is no rating. Below stands how
long the ladder of the site takes beside the library alone, and how far the scores that the difficulty of a
deal says, by the ratings after all rounds, are from those that its players leave on average, in cards; the
floor says the mean of the field for everybody.

    python -m benchmarks.ratings [--seeds 10]
"""

import argparse
import os
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from statistics import mean, median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # when it is run as a file
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from elo_mmr_py import EloMmrConfig, RatingSystem, rate_latest

from competitions.ratings.difficulty import difficulty_of
from competitions.ratings.ladder import SYSTEM, Ladder, as_contest

PLAYERS = 80
ROUNDS = (30, 120)
FIELDS = (10, 20, 40)
DEALS = 100
"""For each size of field."""
EASY = -0.9
"""How hard a deal is, at which a player of mean strength leaves nothing about three times out of four."""
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)

Ranks = Mapping[str, int]
System = Callable[[Sequence[Ranks]], Mapping[str, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    seeds = range(parser.parse_args().seeds)
    print(f"{'':36}" + "".join(f"{f'after {rounds}':>12}" for rounds in ROUNDS))
    for name, system in SYSTEMS.items():
        found = [mean(correlation(system, rounds, seed) for seed in seeds) for rounds in ROUNDS]
        print(f"{name:36}" + "".join(f"{each:12.2f}" for each in found))
    print(f"\nThe ladder, round by round, of the library at once: {ladder_of_library():.1f}")
    print(f"\n{'cards off, in a field of':36}" + "".join(f"{size:12}" for size in FIELDS))
    off = {size: [cards_off(size, seed) for seed in range(DEALS)] for size in FIELDS}
    for number, name in enumerate(("floor: the mean of the field", "by rating")):
        print(f"{name:36}" + "".join(f"{mean(each[number] for each in off[size]):12.2f}" for size in FIELDS))


def strengths_and_rounds(rounds: int, seed: int) -> tuple[Mapping[str, float], Sequence[Ranks]]:
    chance = random.Random(seed)
    strengths = {f"player {n}": chance.gauss(0, 1) for n in range(PLAYERS)}
    return strengths, [one_round(strengths, chance) for _ in range(rounds)]


def one_round(strengths: Mapping[str, float], chance: random.Random) -> Ranks:
    """Of those who play, about three quarters tie for the first place."""
    playing = chance.sample(sorted(strengths), chance.randint(5, 40))
    cards = {name: cards_left(strengths[name], EASY, chance) for name in playing}
    return {name: 1 + sum(other < left for other in cards.values()) for name, left in cards.items()}


def cards_left(strength: float, hardness: float, chance: random.Random) -> int:
    return round(3 * max(0.0, chance.gauss(hardness, 1.3) - strength))


def cards_off(size: int, seed: int) -> tuple[float, float]:
    """How far the mean of a field, and what its line says of each rating, are from what its players leave on
    average at a deal of any hardness."""
    strengths, ladder = rated_after_all(seed % 4)
    chance = random.Random(seed)
    hardness = chance.uniform(EASY, EASY + 3)
    playing = chance.sample(sorted(strengths), size)
    scores = {name: cards_left(strengths[name], hardness, chance) for name in playing}
    usual = {
        name: mean(cards_left(strengths[name], hardness, chance) for _ in range(200)) for name in playing
    }
    results = [(ladder[name].rating, scores[name]) for name in playing]
    said = difficulty_of(results, highest_wins=False)
    assert said is not None
    return (
        mean(abs(mean(scores.values()) - usual[name]) for name in playing),
        mean(abs(said.at(ladder[name].rating).score - usual[name]) for name in playing),
    )


@cache
def rated_after_all(seed: int) -> tuple[Mapping[str, float], Ladder]:
    strengths, rounds = strengths_and_rounds(ROUNDS[-1], seed)
    ladder = Ladder()
    for ranks in rounds:
        ladder.rate(ranks, NOON)
    return strengths, ladder


def by_library(system: RatingSystem) -> System:
    def rate(rounds: Sequence[Ranks]) -> Mapping[str, float]:
        return {
            name: of.mu
            for name, of in rate_latest([as_contest(ranks, NOON) for ranks in rounds], system).items()
        }

    return rate


def by_ladder(rounds: Sequence[Ranks]) -> Mapping[str, float]:
    ladder = Ladder()
    for ranks in rounds:
        ladder.rate(ranks, NOON)
    return {name: ladder[name].rating for ranks in rounds for name in ranks}


def by_share_beaten(rounds: Sequence[Ranks]) -> Mapping[str, float]:
    shares: dict[str, list[float]] = defaultdict(list)
    for ranks in rounds:
        for name, rank in ranks.items():
            others = [other for each, other in ranks.items() if each != name]
            shares[name].append(sum((other > rank) + (other == rank) / 2 for other in others) / len(others))
    return {name: mean(each) for name, each in shares.items()}


def by_rounds_played(rounds: Sequence[Ranks]) -> Mapping[str, float]:
    return Counter(name for ranks in rounds for name in ranks)


def elo_mmr(weight_limit: float, sig_limit: float) -> System:
    return by_library(EloMmrConfig("mmr", weight_limit=weight_limit, sig_limit=sig_limit, split_ties=True))


SYSTEMS: Mapping[str, System] = {
    "floor: rounds played": by_rounds_played,
    "ceiling: mean share beaten": by_share_beaten,
    "the site's": by_ladder,
    "Elo-MMR, weight 0.02, deviation 40": elo_mmr(0.02, 40),
    "Elo-MMR, weight 0.05, deviation 40": elo_mmr(0.05, 40),
    "Elo-MMR, weight 0.05, deviation 80": elo_mmr(0.05, 80),
    "Elo-MMR, weight 0.2, deviation 80": elo_mmr(0.2, 80),
    "Elo-MMR, the library's defaults": by_library("mmr"),
    "Elo-MMX": by_library("mmx"),
    "Glicko": by_library("glicko"),
    "TrueSkill": by_library("trueskill"),
}


def correlation(system: System, rounds: int, seed: int) -> float:
    """Spearman's, over those who have played."""
    strengths, played = strengths_and_rounds(rounds, seed)
    rated = system(played)
    return pearson(places(rated), places({name: strengths[name] for name in rated}))


def places(values: Mapping[str, float]) -> Sequence[float]:
    """Mean places of equal values, in the order of the names."""
    ordered = sorted(values.values())
    first: dict[float, int] = {}
    sharing = Counter(ordered)
    for place, value in enumerate(ordered):
        first.setdefault(value, place)
    return [first[values[name]] + (sharing[values[name]] - 1) / 2 for name in sorted(values)]


def pearson(one: Sequence[float], other: Sequence[float]) -> float:
    here, there = mean(one), mean(other)
    both = sum((a - here) * (b - there) for a, b in zip(one, other, strict=True))
    spread = sum((a - here) ** 2 for a in one) * sum((b - there) ** 2 for b in other)
    return both / spread**0.5 if spread else 0.0


def ladder_of_library() -> float:
    _, rounds = strengths_and_rounds(ROUNDS[-1], seed=1)
    return median(seconds(by_ladder, rounds) / seconds(by_library(SYSTEM), rounds) for _ in range(5))


def seconds(system: System, rounds: Sequence[Ranks]) -> float:
    began = process_time()
    system(rounds)
    return process_time() - began


if __name__ == "__main__":
    main()
