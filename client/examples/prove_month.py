"""Proves the published files of a month from these files alone: `python -m examples.prove_month FOLDER`.

It checks that the deals are the promised ones and lie in their bands; that every game ends with its score;
that places, totals and ranks follow from the games; that the solvers find the same par; and that everything
certified is in the history that the site has signed. It asks the site nothing. It does not check whether
`keys.json` is from the site: compare the file with a copy that you kept.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import rfc8785

from evendeal.proofs import leaf_hash, proves_inclusion
from evendeal.receipts import keys_in, result_leaf
from evendeal.verifying import check, keeps
from evendeal.witnessing import checkpoint_fault
from games import GAMES

Line = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
"""The root of the service's repository, where the solvers are."""

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


class Contest(NamedTuple):
    """The lines of the files that are about one competition."""

    deals: list[Line]
    standings: list[Line]
    results: list[Line]
    logs: list[Line]


def contests_in(folder: Path) -> list[Contest]:
    found: dict[str, Contest] = defaultdict(lambda: Contest([], [], [], []))
    for name in Contest._fields:
        for line in gzip.decompress((folder / f"{name}.ndjson.gz").read_bytes()).splitlines():
            line = json.loads(line)
            getattr(found[line["competition"]], name).append(line)
    return list(found.values())


def faults_in(folder: Path) -> Iterator[str]:
    """The faults in the files; none if everything in them is proven."""
    head = json.loads((folder / "checkpoint.json").read_text())
    fault = checkpoint_fault(head, keys_in((folder / "keys.json").read_text()))
    yield from [fault.words()] if fault else []
    for contest in contests_in(folder):
        of_round: dict[int, list[Line]] = {deal["round"]: [] for deal in contest.deals}
        for result in contest.results:
            of_round[result["round"]].append(result)
        for deal in contest.deals:
            for wrong in (
                *deal_faults(deal, head),
                *game_faults(contest, deal),
                *place_faults(deal, of_round[deal["round"]], contest, head),
            ):
                yield f"{deal['competition']} round {deal['round']}: {wrong}"
        for wrong in standings_faults(contest, of_round):
            yield f"{contest.deals[0]['competition']}: {wrong}"


# Deals


def deal_faults(deal: Line, head: Line) -> Iterator[str]:
    """The faults of a deal: of its commitment, its band, and its par."""
    if not keeps(deal["game"], deal["seed"], deal["commitment"]):
        yield "the seed is not the one that was committed to"
    said = {name: deal[name] for name in ("competition", "round", "game", "rules", "commitment")}
    if deal["band"] is not None:
        said["band"] = deal["band"]
        if not lies_in_band(deal):
            yield "the deal is not in the band that was promised"
    if not is_in_history({"type": "commitment", **said}, deal["inclusion"], head):
        yield "nothing proves that the commitment is in the history"
    if deal["par"] is not None:
        log = {name: deal[name] for name in ("game", "rules", "seed")}
        fault = check({**log, "moves": deal["best_line"], "score": deal["par"]}).fault
        if fault is not None:
            yield f"the best line {fault}"
        found = solved(log)
        if (found["score"], found["proven"]) != (deal["par"], deal["par_proven"]):
            yield f"par is {deal['par']}, and the solvers find {found['score']}"


def solved(log: Line) -> Line:
    """The solvers' answer about a deal."""
    found: Line = asked_apart("solvers", {**log, "moves": []})
    return found


def lies_in_band(deal: Line) -> bool:
    """Whether the solvers find that a deal is as promised (in its band), for example that it can be won."""
    band = [deal["band"][name] for name in ("kind", "low", "high")]
    question = {"game": deal["game"], "rules": deal["rules"], "band": band, "seeds": [deal["seed"]]}
    place: int | None = asked_apart("solvers.bands", question)
    return place == 0


def asked_apart(program: str, question: Line) -> Any:
    """The answer of one of the solvers' programs, run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", program],
        cwd=ROOT,
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def is_in_history(said: Line, inclusion: Line | None, head: Line) -> bool:
    return inclusion is not None and proves(rfc8785.dumps(said), inclusion, head)


def proves(leaf: bytes, inclusion: Line, head: Line) -> bool:
    """Whether a proof leads from a leaf to the head of the history."""
    if (inclusion["size"], inclusion["root"]) != (head["size"], head["root"]):
        return False
    proof = [bytes.fromhex(each) for each in inclusion["proof"]]
    root = bytes.fromhex(head["root"])
    return proves_inclusion(leaf_hash(leaf), inclusion["leaf"], head["size"], proof, root)


# Games, and which of them count


def game_faults(contest: Contest, deal: Line) -> Iterator[str]:
    """The faults in the games of a round, and in the choice of the games that count."""
    of_player: dict[str, list[Line]] = defaultdict(list)
    for log in contest.logs:
        if log["round"] == deal["round"]:
            of_player[log["player"]].append(log)
            fault = check(log).fault
            if fault is not None:
                yield f"log {log['id']} {fault}"
            if any(log[name] != deal[name] for name in ("game", "rules", "seed")):
                yield f"log {log['id']} is of other cards"
    results = {each["log"]: each for each in contest.results if each["round"] == deal["round"]}
    for logs in of_player.values():
        counting = [log for log in logs if log["counts"]]
        if [log["score"] for log in counting] != standing(deal, logs):
            yield f"it is not one of {[log['id'] for log in logs]} that counts as it should"
        for log in counting:
            result = results.pop(log["id"], {})
            if any(result.get(name) != log[name] for name in ("player", "score", "won", "finished")):
                yield f"log {log['id']} has another result"
    yield from (f"log {name} is a result, and there is no such log" for name in results)


def standing(deal: Line, logs: Sequence[Line]) -> list[int]:
    """The score of the game that counts for a player, in a list; an empty list if all their games were set
    aside."""
    first = deal["counts"] == "first"
    left = [log for log in logs if not log["set_aside"]]
    left.sort(key=lambda log: log["attempt"] if first else sign(deal) * log["score"])
    return [log["score"] for log in left[:1]]


def sign(deal: Line) -> int:
    """1 if the lower score is better, otherwise -1."""
    return 1 if GAMES[deal["game"]].lowest_wins else -1


# Places, totals, ranks


def key_of(results: Sequence[Line], tie_breaks: Sequence[str]) -> tuple[Any, ...]:
    """The key that decides between players with equal scores: the smaller key is better."""
    values: Mapping[str, Any] = {
        "wins": -sum(each["won"] for each in results),
        "moves": (-len(results), sum(each["moves"] for each in results)),
        "time": (-len(results), sum(each["elapsed_ms"] or 0 for each in results)),
        "earliest": max(datetime.fromisoformat(each["ended_at"]) for each in results),
    }
    return tuple(values[name] for name in tie_breaks)


def round_keys(deal: Line, results: Sequence[Line]) -> dict[str, tuple[Any, ...]]:
    """For each player, the key that decides their place in a round: the smaller key is better."""
    return {
        each["player"]: (sign(deal) * each["score"], *key_of([each], deal["tie_breaks"]))
        for each in results
        if not each["disqualified"]
    }


def ranks(keys: Mapping[str, tuple[Any, ...]]) -> dict[str, int]:
    """The place of each player. Players with equal keys share a place."""
    first: dict[tuple[Any, ...], int] = {}
    for place, key in enumerate(sorted(keys.values()), start=1):
        first.setdefault(key, place)
    return {player: first[key] for player, key in keys.items()}


def place_faults(deal: Line, results: Sequence[Line], contest: Contest, head: Line) -> Iterator[str]:
    """The faults in the places of a round, and in the certified results."""
    places = ranks(round_keys(deal, results))
    if deal["field"] != len(places):
        yield "the field is another"
    logs = {log["id"]: log for log in contest.logs}
    for each in results:
        if each["place"] != places.get(each["player"]):
            yield f"the place of {each['player']} is {places.get(each['player'])}, and not {each['place']}"
        if each["inclusion"] is None:
            if each["name"] is not None:
                yield f"nothing proves that the result of {each['player']} was certified"
            continue
        log = logs[each["log"]]
        receipt = {
            **each,
            "deal": {name: deal[name] for name in ("game", "rules", "seed")},
            "commitment": deal["commitment"],
            "moves": log["moves"],
            "rules_version": log["rules_version"],
            "field": deal["field"],
            "competition": {"id": each["competition"]},
            "player": {"id": each["player"]},
        }
        if not proves(result_leaf(receipt), each["inclusion"], head):
            yield f"the result of {each['player']} is not what was certified"


def worths_of(deal: Line, results: Sequence[Line]) -> dict[str, Fraction]:
    """What a round adds to the total of each player who played it (its worth)."""
    match deal["ranking"]:
        case "total":
            return {each["player"]: Fraction(each["score"]) for each in results}
        case "against_par":
            par = deal["par"]
            return {each["player"]: Fraction(0 if par is None else each["score"] - par) for each in results}
    places = ranks(round_keys(deal, results))
    equals = {place: [*places.values()].count(place) for place in {*places.values()}}
    if deal["ranking"] == "points":
        return {
            player: Fraction(sum(POINTS[place - 1 : place - 1 + equals[place]]), equals[place])
            for player, place in places.items()
        }
    if len(places) == 1:
        return dict.fromkeys(places, Fraction(50))
    others = len(places) - 1
    return {
        player: Fraction(
            100 * (2 * (len(places) - place + 1 - equals[place]) + equals[place] - 1), 2 * others
        )
        for player, place in places.items()
    }


def standings_faults(contest: Contest, of_round: Mapping[int, Sequence[Line]]) -> Iterator[str]:
    """The faults in totals and ranks."""
    [ranking] = {deal["ranking"] for deal in contest.deals}
    summed = ranking in ("total", "against_par")
    worths = {deal["round"]: worths_of(deal, of_round[deal["round"]]) for deal in contest.deals}
    played: dict[str, list[Line]] = defaultdict(list)
    for result in contest.results:
        played[result["player"]].append(result)
    keys: dict[str, tuple[Any, ...]] = {}
    for row in contest.standings:
        player = row["player"]
        total = key = Fraction(0)
        for deal, points in zip(contest.deals, row["points"], strict=True):
            worth = worths[deal["round"]].get(player)
            if points != (None if row["disqualified"] else shown_worth(deal, worth)):
                yield f"round {deal['round']} is not worth {points} to {player}"
            worth = worth if worth is not None else worst(deal) if summed else Fraction(0)
            total += worth
            key += sign(deal) * worth if summed else -worth
        if ranking == "matchpoints":
            total /= len(contest.deals)
        if row["total"] != (total if summed else two_decimals(total)):
            yield f"the total of {player} is {float(total)}, and not {row['total']}"
        if player in played and not row["disqualified"]:
            keys[player] = (key, *key_of(played[player], contest.deals[0]["tie_breaks"]))
    places = ranks(keys)
    for row in contest.standings:
        if row["place"] != places.get(row["player"]):
            yield f"the rank of {row['player']} is {places.get(row['player'])}, and not {row['place']}"


def worst(deal: Line) -> Fraction:
    """What a round adds to the total of a player who did not play it, if the ranking adds up scores."""
    score = GAMES[deal["game"]].worst_score(deal["rules"])
    if deal["ranking"] == "against_par":
        score = 0 if deal["par"] is None else score - deal["par"]
    return Fraction(score)


def shown_worth(deal: Line, worth: Fraction | None) -> float | None:
    """The worth of a round, as the files show it. None in each of these cases: the round was not played, its
    worth is the score, or no par was found."""
    if worth is None or deal["ranking"] == "total":
        return None
    if deal["ranking"] == "against_par":
        return None if deal["par"] is None else int(worth)
    return two_decimals(worth)


def two_decimals(total: Fraction) -> float:
    """The total, rounded to two decimals as the files show it: halves are rounded up."""
    return (200 * total.numerator + total.denominator) // (2 * total.denominator) / 100


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m examples.prove_month FOLDER")
    found_faults = list(faults_in(Path(sys.argv[1])))
    print("\n".join(found_faults) or "All that these files say is proven.")
    sys.exit(bool(found_faults))
