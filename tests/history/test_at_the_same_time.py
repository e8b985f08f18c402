"""Several who append at once, with real commits: each leaf is there once, and none is left out."""

from competitions.models import Leaf
from competitions.proofs.history.append_leaves import append
from competitions.proofs.history.merkle import Span
from competitions.proofs.history.stored_merkle import roots, size_now
from tests.threads import at_once

from . import plain


def test_of_two_at_once_each_appends_what_the_other_has_not(any_database):
    leaves = [b"%d" % number for number in range(40)]
    append(leaves[:1])

    def append_all(mine):
        for leaf in mine:
            append([leaf])

    at_once(lambda: append_all(leaves[:25]), lambda: append_all(leaves[15:]))
    stored = [bytes(each) for each in Leaf.objects.values_list("data", flat=True)]
    assert sorted(stored) == sorted(leaves)
    assert [*Leaf.objects.values_list("number", flat=True)] == [*range(size_now())]
    assert roots([Span(0, 40), Span(0, 17)]) == [plain.root(stored), plain.root(stored[:17])]
