"""The standings as a file for spreadsheets: the same rows and numbers, and nothing that a program runs."""

import csv
import io
from urllib.parse import quote

import pytest

from competitions.api import spreadsheets
from competitions.web import costs
from tests.clients.contests import golden_round, moves_scoring

EVERY_TIE_BREAK = ["wins", "moves", "earliest"]
AFTER = ["disqualified", "tied", "entry", "player_id", "bot", "played", "not_played"]


def fetched(who, event, query="", method="GET"):
    """The answer: a client of the API expects JSON, and this is none."""
    headers = {"Authorization": f"Bearer {who.token}"} if who.token else {}
    return who.send(method, f"/api/v1/competitions/{event['id']}/standings.csv{query}", b"", headers)


def table(who, event, query=""):
    """The rows that a program reads, by the names of the columns."""
    status, _, body = fetched(who, event, query)
    assert status == 200
    return list(csv.DictReader(io.StringIO(body.decode(), newline="")))


def picked(rows, *names):
    return [tuple(row[name] for name in names) for row in rows]


@pytest.fixture
def league(owner, rival, crowd, clock):
    """Makes a contest of three rounds, one of them yet to open: Ray and Ann have played two, Ben one."""

    def make(**settings):
        rounds = [golden_round(), golden_round(n=1), golden_round(opens_at=clock.after(hours=9))]
        event = owner.create(rounds=rounds, **settings)
        ann, ben, cy = crowd(["Ann", "Ben", "Cy, who waits"])
        for player in (rival, ann, ben, cy):
            clock.forward(seconds=1)
            player.join(event)
        for player, scores in ((rival, (20, 25)), (ann, (20, 20)), (ben, (15,))):
            for round, score in enumerate(scores, start=1):
                clock.forward(seconds=1)
                player.submit(event, moves_scoring(score, n=round - 1), round=round)
        return event

    return make


@pytest.mark.extra
@pytest.mark.parametrize("ranking", ["total", "matchpoints", "points"])
def test_rows_columns_and_numbers_are_those_of_the_standings(anyone, league, monkeypatch, ranking):
    monkeypatch.setattr(spreadsheets, "TOGETHER", 2)
    event = league(ranking=ranking, tie_break=EVERY_TIE_BREAK)
    for query in ("", "?round=2"):
        shown = anyone.get(f"/competitions/{event['id']}/standings{query}").body["results"]
        rows = table(anyone, event, query)
        worths = [] if ranking == "total" else [f"{ranking}_{n}" for n in (1, 2, 3)]
        columns = ["rank", "player", "total", "round_1", "round_2", "round_3", *worths, *EVERY_TIE_BREAK]
        assert [*rows[0]] == [*columns, *AFTER]
        assert len(rows) == 4
        for row, same in zip(rows, shown, strict=True):
            total = f"{same['total']:.2f}" if ranking != "total" else str(same["total"])
            scores = [str(cell["score"]) if cell else "" for cell in same["rounds"]]
            points = [f"{cell['points']:.2f}" if cell else "" for cell in same["rounds"]] if worths else []
            decided = ["" if value is None else str(value) for value in same["tie_break"]]
            told = [str(same["rank"] or ""), same["player"]["name"], total, *scores, *points, *decided[:2]]
            assert [row[name] for name in columns[:-1]] == told
            assert (row["earliest"] == "") == (decided[2] == "")
            assert (row["entry"], row["player_id"]) == (same["entry"], same["player"]["id"])
            assert (row["tied"], row["bot"]) == ("yes" if same["tied"] else "", "")
            assert int(row["played"]) == same["played"]


def test_a_total_says_how_many_rounds_in_it_were_not_played(anyone, league):
    """Of the two that have opened, Ben has played one, whose total is 15 and the 30 of the other."""
    assert sorted(picked(table(anyone, league()), "player", "total", "played", "not_played")) == [
        *(("Ann", "40", "2", "0"), ("Ben", "45", "1", "1")),
        *(("Cy, who waits", "60", "0", "2"), ("Ray Rival", "45", "2", "0")),
    ]


def test_who_is_disqualified_comes_last_without_a_rank_marked_and_worth_nothing(anyone, owner, league):
    event = league(ranking="matchpoints")
    [ann] = [row for row in anyone.standings(event)["results"] if row["player"]["name"] == "Ann"]
    path = f"/competitions/{event['id']}/entries/{ann['entry']}/disqualify"
    assert owner.post(path, {"reason": "Two hands"}).status == 200
    rows = table(anyone, event)
    assert picked(rows, "rank", "player", "disqualified") == [
        *(("1", "Ben", ""), ("2", "Ray Rival", "")),
        *(("", "Cy, who waits", ""), ("", "Ann", "yes")),
    ]
    assert picked(rows[-1:], "round_1", "matchpoints_1", "total") == [("20", "", "0.00")]


def test_a_score_that_the_viewer_may_not_know_is_an_empty_cell(anyone, owner, rival, league):
    event = league(standings="final", tie_break=["moves"])
    hidden = ("total", "played", "not_played", "rank", "round_1", "round_2", "moves")
    for nobody in (anyone, owner):
        assert {cell for row in picked(table(nobody, event), *hidden) for cell in row} == {""}
    [own] = [row for row in table(rival, event) if row["player"] == "Ray Rival"]
    assert (own["rank"], own["round_1"], own["round_2"]) == ("", "20", "25")


@pytest.mark.parametrize(
    "text", ["=1+2", "+49 30", "-5", "@SUM(1)", "\t=1", "\rx", "  =1", "\uff1d1", "a;=1"]
)
def test_no_text_begins_a_formula(text):
    assert spreadsheets.harmless(text) == ("a;'=1" if text == "a;=1" else f"'{text}")
    for harmless in ("a-b=c", "'=1"):
        assert spreadsheets.harmless(harmless) == harmless


def test_names_are_made_harmless_and_negative_scores_stay_numbers(anyone, owner, crowd, clock):
    event, names = owner.create(rounds=[{"game": "winabit", "seed": "spring"}]), ['=HYPERLINK("//x")', "-1-1"]
    for player in crowd([*names, 'Zoë, "Z"']):
        clock.forward(seconds=1)
        player.join(event)
        player.submit(event, [])
    rows = table(anyone, event)
    assert [row["player"] for row in rows] == [*(f"'{name}" for name in names), 'Zoë, "Z"']
    called = {row["player"]["id"]: row["player"]["name"] for row in anyone.standings(event)["results"]}
    assert [called[row["player_id"]] for row in rows] == [*names, 'Zoë, "Z"']
    assert all(row["round_1"] == row["total"] and int(row["total"]) < 0 for row in rows)


def test_the_bytes_are_utf_8_and_a_byte_order_mark_is_for_those_who_ask(anyone, owner):
    event = owner.create()
    plain, marked = (fetched(anyone, event, query)[2] for query in ("", "?bom=1"))
    assert plain == f"rank,player,total,round_1,{','.join(AFTER)}\r\n".encode(), "nobody has joined"
    assert marked == b"\xef\xbb\xbf" + plain
    assert [fetched(anyone, event, query)[0] for query in ("?bom=x", "?round=7")] == [422, 404]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Friday evening", 'attachment; filename="friday-evening-standings.csv"'),
        ('../a"; x=\\', 'attachment; filename="a-x-standings.csv"'),
        ("Клуб", f"attachment; filename*=utf-8''{quote('клуб-standings.csv')}"),
        ("!!", 'attachment; filename="{id}-standings.csv"'),
    ],
)
def test_the_file_has_a_name_that_is_safe(anyone, owner, name, file):
    event = owner.create(name=name)
    _, headers, _ = fetched(anyone, event)
    assert headers["content-disposition"] == file.format(**event)
    assert headers["content-type"].startswith("text/csv; charset=utf-8")
    assert headers["cache-control"] == "private, no-store"
    assert fetched(anyone, event, method="HEAD")[2] == b""


def test_an_invite_only_event_shows_them_to_its_own(anyone, owner, stranger, league):
    assert len(table(stranger, league(access="unlisted"))) == 4
    invited = owner.create(access="invite")
    assert [fetched(who, invited)[0] for who in (owner, anyone, stranger)] == [200, 403, 403]


def test_all_rows_are_of_one_moment_however_slowly_they_are_read(
    anyone, crowd, league, remembered, monkeypatch
):
    """Players who join or play while the rows are sent change nothing in them, and wait for nobody."""
    monkeypatch.setattr(spreadsheets, "TOGETHER", 1)
    event, written = league(ranking="points"), spreadsheets.csv_lines
    before = table(anyone, event)
    late = crowd(["Dot", "Eve"])

    def slowly(*args, **named):
        for number, chunk in enumerate(written(*args, **named)):
            yield chunk
            if not number:
                for player in late:
                    player.join(event)
                    assert player.submit(event, moves_scoring(14)).body["score"] == 14
                assert anyone.standings(event)["total"] == 6

    monkeypatch.setattr(spreadsheets, "csv_lines", slowly)
    assert table(anyone, event) == before
    monkeypatch.setattr(spreadsheets, "csv_lines", written)
    assert len(table(anyone, event)) == 6


def test_it_is_charged_by_its_size(anyone, league, monkeypatch):
    charged = []
    monkeypatch.setattr("competitions.api.views.standings.charge", lambda request, ms: charged.append(ms))
    event = league()
    table(anyone, event)
    fetched(anyone, event, method="HEAD")
    assert charged == [costs.of_standings(4, 3)]
