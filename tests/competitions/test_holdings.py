"""Nothing is kept about players but what one list names: for their own file, and for when they are closed."""

from django.apps import apps
from django.contrib.contenttypes.fields import GenericForeignKey

from competitions.models import Attempt, Entry, Hook, Player, Token
from competitions.moderation.holdings import HOLDINGS

THEIRS = (Entry, Attempt, Token)
"""A row of these is one player's: what hangs on it is kept about them, too."""


def leading_to(model):
    """Every field of any model that leads to this one."""
    relations = [each for each in model._meta.get_fields(include_hidden=True) if each.auto_created]
    return {each.field for each in relations if each.is_relation and not each.concrete}


def test_whatever_leads_to_a_player_is_in_the_list():
    named = {holding.kept.model._meta.get_field(holding.field.split("__")[0]) for holding in HOLDINGS}
    assert leading_to(Player) <= named, "say in competitions/moderation/holdings.py what becomes of it"
    models = {holding.kept.model for holding in HOLDINGS}
    hanging = {field.model for model in THEIRS for field in leading_to(model)}
    assert hanging <= models, "say in competitions/moderation/holdings.py what becomes of it"


def test_where_news_of_a_players_contests_goes_is_in_the_list():
    assert Hook in {holding.kept.model for holding in HOLDINGS}


def test_no_model_leads_to_a_player_in_another_way():
    found = [model for model in apps.get_models() for field in model._meta.private_fields]
    assert not [field for field in found if isinstance(field, GenericForeignKey)]


def test_of_each_it_is_said_once_whether_it_is_told():
    for holding in HOLDINGS:
        assert bool(holding.part) != bool(holding.untold), holding
