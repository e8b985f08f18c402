"""What holds on every page, whoever looks at it."""

import pytest
from django.template import engines

from frontend.urls import urlpatterns

from .visits import VISITS, visited

pytestmark = pytest.mark.django_db


def test_every_page_is_one_that_is_visited():
    assert {pattern.name for pattern in urlpatterns} == set(VISITS), "say in visits.py what there is to see"


def test_every_page_answers_and_asks_for_nothing_that_is_not_there(viewer, scene, asked_in_vain):
    statuses = {answer.status_code for _, answer in visited(viewer, scene)}
    assert statuses <= {200, 302, 404, 409, 422}
    assert asked_in_vain == []


def test_what_a_template_asks_for_in_vain_is_heard(asked_in_vain):
    engines["django"].from_string("{% if nobody.pk %}{% endif %}").render({"nobody": None})
    assert len(asked_in_vain) == 1
    asked_in_vain.clear()
