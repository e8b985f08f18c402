"""The page that verifies: any log, by the same rules as everywhere, and nothing that is still hidden."""

import html
import json
import re
from pathlib import Path

import pytest
from django.test import Client

from frontend.verify.check_deal import MOST
from frontend.verify.forms import LONGEST
from games import GAMES
from games.deck import commitment
from games.replay import replay_line

from ..playing import close, play
from ..reading import read, says
from ..walks import moves_in

VECTORS = sorted((Path(__file__).parents[2] / "vectors").glob("*.ndjson"))
WISH = {"game": "wish", "seed": "pub", "rules": {}, "moves": ["pair 2 3"]}


def verify(log="", status=200, **fields):
    """The page that answers, as text."""
    answer = Client().post("/verify", {"log": log if isinstance(log, str) else json.dumps(log), **fields})
    assert answer.status_code == status
    return html.unescape(answer.content.decode())


def said_of(page):
    """What the page says of one log: its score, or the code, the ply and the words it is refused with."""
    if right := re.search(
        r"Every move is allowed. Score (\u2212?\d+): [^.<]+\. (.*?) after (\d+) move", page
    ):
        return int(right[1].replace("\N{MINUS SIGN}", "-")), right[2], int(right[3])
    wrong = re.search(r'role="status">(?:Move (\d+) is refused\. )?(.*?)\. <code>(\w+)</code>', page)
    return wrong and (wrong[3], wrong[1] and int(wrong[1]) - 1, wrong[2].lower())


def expected_of(line):
    result = replay_line(line).result()
    if not result["ok"]:
        return result["code"], result.get("ply"), result["error"].lower()
    ending = "Won" if result["won"] else "Played to the end" if result["finished"] else "Given up"
    return result["score"], ending, result["ply"]


def errors_of(page):
    return dict(re.findall(r'id="id_(\w+)_error"><li>(.*?)</li>', page))


@pytest.mark.extra
@pytest.mark.parametrize("file", VECTORS, ids=lambda file: file.stem)
def test_the_page_agrees_with_the_engine_on_every_log(file):
    for line in file.read_text().splitlines():
        case = json.loads(line)
        text = case["line"] if "line" in case else json.dumps(case["log"])
        if text.startswith("{"):
            assert said_of(verify(text)) == expected_of(text.encode()), text


def test_moves_alone_are_played_on_the_deal_that_is_given():
    deal = {"game": "wish", "seed": "pub"}
    for moves in ("pair 2 3\npair 6 5", " pair 2 3 \r\n\r\npair 6 5\r\n", '["pair 2 3", "pair 6 5"]'):
        assert said_of(verify(moves, **deal)) == (28, "Given up", 2)
    assert "Score 28: 28 cards left." in verify(moves, **deal)
    assert said_of(verify("pair 2 3\npair 1 2", **deal))[:2] == ("illegal_move", 1)
    assert said_of(verify("", **deal)) == (32, "Given up", 0)
    assert said_of(verify("[1]", **deal))[:2] == ("bad_log", None)


def test_options_are_those_that_are_chosen():
    page = verify("draw", game="pyramid draw=three", seed="pub")
    assert said_of(page)[2] == 1
    assert "<dt>waste 3</dt>" in page


def test_the_final_table_is_there_as_text():
    page = verify(WISH)
    piles = dict(re.findall(r"<div><dt>([\w ]+)</dt><dd>(.*?)</dd></div>", page))
    view = replay_line(json.dumps(WISH).encode()).view()
    assert {
        pile: re.findall(r"\?\?|\w\w", piles[name.words()].removeprefix("<code>").removesuffix("</code>"))
        for pile, name in GAMES["wish"].teacher.pile_names.items()
    } == view["piles"]


def test_the_fields_fill_in_what_a_log_does_not_say():
    log = {"moves": ["pair 2 3"]}
    assert said_of(verify(log))[0] == "bad_log"
    assert said_of(verify(log, game="wish"))[0] == "bad_log"
    assert said_of(verify(log, game="wish", seed="pub")) == (30, "Given up", 1)


@pytest.mark.parametrize(
    ("fields", "at"), [({"seed": "other"}, "seed"), ({"game": "pyramid draw=one"}, "game")]
)
def test_a_log_of_another_deal_than_the_fields_say_is_not_taken(fields, at):
    page = verify(WISH, 422, **fields)
    assert "The log names another" in errors_of(page)[at]
    assert "Result confirmed" not in page


def test_options_are_compared_as_they_are_meant():
    log = {"game": "pyramid", "seed": "pub", "rules": {}, "moves": []}
    assert said_of(verify(log, game="pyramid draw=one"))[2] == 0
    assert errors_of(verify(log, 422, game="pyramid draw=three")) == {"game": "The log names other options."}
    assert said_of(verify({**log, "rules": {"draw": "none"}}, game="pyramid draw=one"))[0] == "bad_rules"


def test_moves_without_a_deal_are_asked_for_it():
    assert set(errors_of(verify("pair 2 3", 422))) == {"game", "seed"}
    assert set(errors_of(verify("", 422))) == {"game", "seed"}


def test_a_score_that_is_claimed_and_not_reached_is_told():
    says(verify({**WISH, "score": 12}), "they score 30; the log says 12", lacks=["Result confirmed"])
    assert "Result confirmed" in verify({**WISH, "score": 30})
    for nonsense in ("30", None, True, 30.5, [30]):
        assert "Result confirmed" in verify({**WISH, "score": nonsense})


def test_the_commitment_is_shown_and_compared():
    right = commitment("wish", "pub")
    assert right in verify(WISH)
    assert "The cards match your fingerprint: nobody has changed them" in verify(WISH, commitment=right)
    assert "The cards match your fingerprint: nobody has changed them" in verify(
        WISH, commitment=f" {right.upper()} "
    )
    wrong = verify(WISH, commitment=commitment("pyramid", "pub"))
    assert "do not match your fingerprint" in wrong
    assert right in verify({**WISH, "moves": ["pair 1 1"]})
    assert set(errors_of(verify(WISH, 422, commitment="abc"))) == {"commitment"}


def test_many_logs_are_listed_each_with_its_result():
    logs = [
        {**WISH, "player": {"name": "Ada"}},
        {**WISH, "moves": [], "player": {"name": "Bo"}, "score": 7},
        {**WISH, "moves": ["pair 2 3", "pair 1 2"]},
        {**WISH, "seed": "no seed"},
    ]
    page = verify("\n".join([*map(json.dumps, logs), "{", "not a log"]))
    listed = re.search(r'<ol class="verdicts">(.*?)</ol>', page, re.S).group(1)
    rows = [" ".join(re.sub(r"<.*?>", "", row).split()) for row in re.findall(r"<li>.*?</li>", listed, re.S)]
    assert rows[:3] == [
        "Ada: 30, given up after 1 move",
        "Bo: 32, but the log says 7",
        "Wish: move 2 is refused, 'pair 1 2': the cards differ in rank illegal_move",
    ]
    assert [row.rpartition(" ")[2] for row in rows[3:]] == ["bad_seed", "bad_log", "bad_log"]
    says(page, "6 logs, 3 of them wrong, 2 that cannot be checked", commitment("wish", "pub"))


def test_what_cannot_be_read_is_told_from_what_is_false():
    unreadable = ("{", '{"game": "wish"}', {**WISH, "game": "bridge"})
    for log in unreadable:
        says(verify(log), "This cannot be checked", lacks=["Not a valid game"])
    assert "Not a valid game" in verify({**WISH, "moves": ["pair 1 2"]})
    lines = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in (WISH, *unreadable))
    assert "4 logs, 3 that cannot be checked" in verify(lines)


def test_a_log_may_have_been_saved_by_windows():
    saved = "\ufeff" + json.dumps(WISH) + "\r\n"
    assert said_of(verify(saved)) == (30, "Given up", 1)
    assert "2 logs, all confirmed" in verify(saved + json.dumps(WISH))


def test_one_commitment_is_not_compared_with_many_deals():
    page = verify("\n".join(json.dumps({**WISH, "seed": seed}) for seed in "ab"), commitment="0" * 64)
    assert "The logs belong to several deals" in page


@pytest.mark.parametrize("log", ["{", {**WISH, "seed": "no seed"}, {**WISH, "game": "bridge"}])
def test_a_log_without_a_deal_has_no_commitment_to_compare(log):
    says(verify(log, commitment="0" * 64), "The log names no deal", lacks=["logs belong to several deals"])


def test_the_first_logs_of_very_many_are_replayed():
    lines = [json.dumps(WISH)] * MOST
    assert "There are more" not in verify("\n".join(lines))
    says(verify("\n".join([*lines, "{"])), f"the first {MOST} were replayed", "all confirmed")


def test_a_whole_log_may_be_spread_over_lines():
    assert said_of(verify(json.dumps({**WISH, "rules": {}}, indent=2)))[0] == 30
    assert said_of(verify(json.dumps(WISH, indent=2)[:-1]))[0] == "bad_log"


def test_the_logs_of_a_contest_can_be_verified_as_they_come(contest, rival, player):
    competition = contest("wish")
    deal = competition.rounds.all()[0].deal
    for n, one in enumerate((rival, player("Ada"))):
        play(competition, one, moves_in(competition, n))
    close(competition)
    lines = b"".join(Client().get(f"/api/v1/competitions/{competition.pk}/logs.ndjson").streaming_content)
    page = verify(lines.decode(), commitment=deal.commitment)
    says(page, "2 logs, all confirmed", "Ray Rival", "The cards match your fingerprint: nobody")


# A log that the address names


def test_a_visible_log_is_filled_in_and_proves_right(stranger, contest, rival):
    competition = contest("wish")
    deal = competition.rounds.all()[0].deal
    log = play(competition, rival, moves_in(competition))
    close(competition)
    page = html.unescape(read(stranger, f"/verify?log={log.pk}"))
    text = re.search(r"<textarea.*?>(.*?)</textarea>", page, re.S).group(1)
    assert json.loads(text)["seed"] == deal.seed
    assert f'value="{deal.commitment}"' in page
    assert said_of(page) == said_of(verify(text, commitment=deal.commitment))
    assert said_of(page)[0] == log.attempt.score
    assert "The cards match the fingerprint that was published before anybody played." in page
    assert f'href="/results/{log.pk}"><bdi lang="">Ray Rival</bdi>\u2019s Wish' in page


def test_a_result_that_was_changed_in_the_database_is_not_confirmed(stranger, contest, rival):
    competition = contest("wish")
    log = play(competition, rival, [])
    close(competition)
    type(log.attempt).objects.filter(pk=log.attempt.pk).update(score=3)
    page = html.unescape(read(stranger, f"/verify?log={log.pk}"))
    says(page, "they score 32; the log says 3", lacks=["Result confirmed"])


@pytest.mark.usefixtures("moment")
def test_verdicts_on_results_are_work_that_is_counted(stranger, contest, rival, settings):
    log = play(competition := contest("wish"), rival, [])
    close(competition)
    settings.LIMITS = {**settings.LIMITS, "work": {"player": 40, "address": 40, "at_once_s": 60}}
    statuses = [stranger.get(f"/verify?log={log.pk}").status_code for _ in range(4)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    assert stranger.get("/verify").status_code == 200


def test_a_log_is_filled_in_for_nobody_who_may_not_see_moves_and_seed(
    stranger, browser_of, desk, mine, contest, rival, player
):
    competition = contest("wish", attempts=2)
    log = play(competition, rival, [])
    eve = player("Eve")
    play(competition, eve, [])
    assert mine.get(f"/verify?log={log.pk}").status_code == 200
    for browser in (stranger, desk, browser_of(eve)):
        assert competition.rounds.all()[0].deal.seed not in read(browser, f"/verify?log={log.pk}", 404)
    close(competition)
    assert stranger.get(f"/verify?log={log.pk}").status_code == 200


# What nobody should send


@pytest.mark.extra
@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[",
        "[" * 100_000,
        '{"game":' * 10_000,
        "null",
        "NaN",
        '"',
        "\ufeff{}",
        "\u2028",
        "{}",
        '{"game": "wish", "seed": "\\ud800", "moves": ["\\ud800"]}',
        '{"game": "\\ud800", "seed": "pub", "moves": []}',
        '{"game": "wish", "seed": "pub", "moves": ["pair 2 3", "\\ud800", "<script>"]}',
        '{"game": "wish", "seed": "pub", "moves": [], "player": {"name": "\\ud800"}, "score": 1e999}',
        '{"game": "wish", "seed": "pub", "moves": [], "player": {"name": "\\ud800"}}\n{"score": -1}',
        '{"game": "wish", "seed": "pub", "rules": {"\\ud800": []}, "moves": []}',
        '{"game": "wish", "seed": "pub", "moves": [], "score": ' + "9" * 999 + "}",
        '{"game": "wish", "seed": "pub", "moves": [], "score": ' + "9" * 5000 + "}",
        '{"game": ["wish"], "seed": {"a": 1}, "moves": {"0": "pair 1 2"}}',
        '{"game": "wish", "seed": "pub", "moves": ["pair 1 2"' + ', "pair 1 2"' * 20_000 + "]}",
        "</textarea><script>alert(1)</script>",
        "\x00",
    ],
)
def test_garbage_is_answered_with_a_page(text):
    for fields in (
        {},
        {"game": "wish", "seed": "pub"},
        {"game": "no game", "seed": "\x00", "commitment": "é"},
    ):
        answer = Client().post("/verify", {"log": text, **fields})
        assert answer.status_code in (200, 422)
        assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe%zz&log=%ED%A0%80", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"--x", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
    ],
)
def test_a_body_that_is_no_form_is_not_our_fault(body, kind):
    assert Client().post("/verify", body, content_type=kind).status_code in (400, 422)


def test_what_is_too_long_is_refused_by_name():
    for text in ("x" * (LONGEST + 1), "é" * (LONGEST // 2 + 1)):
        assert "at most 250 KiB" in errors_of(verify(text, 422, game="wish", seed="pub"))["log"]
    assert said_of(verify("x" * LONGEST, game="wish", seed="pub"))[0] == "bad_move"
    assert Client().post("/verify", {"log": "x" * 3_000_000}).status_code == 413


def test_without_a_script_a_receipt_is_replayed_as_the_log_that_it_has():
    deal, moves = {"game": "wish", "seed": "pub", "rules": {}}, ["pair 2 3"]
    for score, said in ((30, "Result confirmed"), (28, "The score is different")):
        receipt = {"log": "x", "deal": deal, "moves": moves, "score": score}
        assert said in verify({"receipt": receipt, "key": "k", "signature": "s"})
    assert "Result confirmed" not in verify({"receipt": 7})
