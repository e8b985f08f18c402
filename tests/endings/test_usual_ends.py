"""What deals usually end with: the table is whole, and the bot plays a deal alike each time."""

import json

import pytest

from competitions.endings.__main__ import all_rules, bot_end
from competitions.endings.usual_ends import ENDS, usual_ends
from games import GAMES, RULES_VERSION

EVERY = [(slug, rules) for slug, game in GAMES.items() for rules in all_rules(game)]


@pytest.mark.parametrize(("slug", "rules"), EVERY)
def test_it_has_as_many_ends_for_all_rules_of_every_game(slug, rules):
    table, worst = json.loads(ENDS.read_text()), GAMES[slug].worst_score(rules)
    ends = usual_ends(slug, rules)
    assert sum(ends.values()) == table["deals"]
    assert all(end <= worst if GAMES[slug].lowest_wins else end >= worst for end in ends)


def test_it_was_made_by_the_rules_in_force():
    assert json.loads(ENDS.read_text())["rules_version"] == RULES_VERSION


def test_the_bot_ends_a_deal_alike_each_time_and_with_a_score_of_the_table():
    for slug in ("wish", "pyramid", "three-by-three"):
        rules = GAMES[slug].settle_rules({})
        first, again = (bot_end(slug, rules, 7) for _ in range(2))
        assert first == again
        assert first in usual_ends(slug, rules)
