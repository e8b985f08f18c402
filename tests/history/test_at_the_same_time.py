"""Several who append at once, with real commits: each leaf is there once, and none is left out."""

from django.db import IntegrityError

from competitions.history.appending import append
from competitions.history.stored_tree import roots, size_now
from competitions.history.tree import Span
from competitions.models import Leaf
from tests.threads import at_once

from . import plain


def test_of_two_at_once_each_appends_what_the_other_has_not(any_database):
    leaves = [b"%d" % number for number in range(40)]

    def append_all(mine):
        for leaf in mine:
            while True:  # as a follower is called again
                try:
                    append([leaf])
                    break
                except IntegrityError:
                    continue

    at_once(lambda: append_all(leaves[:25]), lambda: append_all(leaves[15:]))
    stored = [bytes(each) for each in Leaf.objects.values_list("data", flat=True)]
    assert sorted(stored) == sorted(leaves)
    assert [*Leaf.objects.values_list("number", flat=True)] == [*range(size_now())]
    assert roots([Span(0, 40), Span(0, 17)]) == [plain.root(stored), plain.root(stored[:17])]
