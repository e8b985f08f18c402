"""The Merkle tree: by the examples of the RFC and of Certificate Transparency, and by a plain calculation."""

from itertools import combinations_with_replacement

import pytest

from competitions.proofs.history.merkle import (
    Edge,
    Span,
    Subtree,
    consistency_path,
    inclusion_path,
    leaf_hash,
    node_hash,
    span_hash,
)
from evendeal.proofs import proves_consistency, proves_inclusion

from . import plain

LEAVES = [
    bytes.fromhex(each)
    for each in [
        "",
        *["00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"],
    ]
]
"""The leaves of `merkle_tree_test.cc`, which came with the first server of Certificate Transparency."""

ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PATHS = {
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        ROOTS[3],
    ],
    (2, 3): [ROOTS[1]],
}
PROOFS = {
    (1, 8): PATHS[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        ROOTS[3],
    ],
    (2, 5): [PATHS[0, 8][1], PATHS[5, 8][0]],
}


def grown(leaves: list[bytes]) -> dict[Subtree, bytes]:
    """The hashes that are stored when these leaves are appended one after the other."""
    edge, stored = Edge(0, []), {}
    for number, leaf in enumerate(leaves):
        for level, digest in enumerate(edge.append(leaf)):
            subtree = Subtree(level, number >> level)
            assert subtree.last_leaf == number
            stored[subtree] = digest
    return stored


def hashes(spans: list[Span], stored: dict[Subtree, bytes]) -> list[bytes]:
    return [span_hash(each, stored) for each in spans]


def test_it_has_the_roots_and_the_proofs_of_certificate_transparency():
    stored = grown(LEAVES)
    assert [span_hash(Span(0, size), stored).hex() for size in range(1, 9)] == ROOTS
    for asked, told in PATHS.items():
        assert [each.hex() for each in hashes(inclusion_path(*asked), stored)] == told
    for asked, told in PROOFS.items():
        assert [each.hex() for each in hashes(consistency_path(*asked), stored)] == told


def test_it_has_the_proofs_of_the_rfc():
    """Section 2.1.3, in whose picture of a tree of seven leaves every node has a letter."""
    leaves = [bytes([number]) for number in range(7)]
    stored = grown(leaves)
    node = dict(zip("abcdefj", map(leaf_hash, leaves), strict=True))
    for name, (left, right) in {"g": "ab", "h": "cd", "i": "ef", "k": "gh", "l": "ij"}.items():
        node[name] = node_hash(node[left], node[right])
    assert span_hash(Span(0, 7), stored) == node_hash(node["k"], node["l"])
    for leaf, path in {0: "bhl", 3: "cgl", 4: "fjk", 6: "ik"}.items():
        assert hashes(inclusion_path(leaf, 7), stored) == [node[each] for each in path]
    for old, path in {3: "cdgl", 4: "l", 6: "ijk"}.items():
        assert hashes(consistency_path(old, 7), stored) == [node[each] for each in path]


SIZES = range(1, 20)


@pytest.mark.parametrize("size", SIZES)
def test_every_proof_is_that_of_a_plain_calculation_and_proves_nothing_else(size):
    leaves = [bytes([number]) for number in range(size)]
    stored, root = grown(leaves), plain.root(leaves)
    assert span_hash(Span(0, size), stored) == root
    for leaf in range(size):
        proof = hashes(inclusion_path(leaf, size), stored)
        assert proof == plain.path(leaf, leaves)
        assert proves_inclusion(leaf_hash(leaves[leaf]), leaf, size, proof, root)
        assert not proves_inclusion(leaf_hash(b"another"), leaf, size, proof, root)
        assert not proves_inclusion(leaf_hash(leaves[leaf]), leaf, size, [*proof, root], root)
        assert not proves_inclusion(leaf_hash(leaves[leaf]), leaf, size, proof[:-1], root) or size == 1
        others = {other for other in range(size + 1) if other != leaf}
        assert not any(proves_inclusion(leaf_hash(leaves[leaf]), each, size, proof, root) for each in others)
    for old in range(1, size + 1):
        proof, old_root = hashes(consistency_path(old, size), stored), plain.root(leaves[:old])
        assert proof == plain.proof(old, leaves)
        assert proves_consistency(old, size, old_root, root, proof)
        assert not proves_consistency(old, size, plain.root([*leaves[: old - 1], b"x"]), root, proof)
        assert not proves_consistency(old, size, old_root, plain.root([b"x", *leaves[1:]]), proof)
        assert not proves_consistency(old, size, old_root, root, [*proof, root])


@pytest.mark.parametrize("size", [5, 8, 13])
@pytest.mark.parametrize("cheat", ["rewritten", "dropped", "swapped"])
def test_whoever_changes_a_leaf_has_no_proof_for_any_checkpoint_that_was_kept(size, cheat):
    """Whatever they send: their own proof, and the one that was right."""
    leaves = [bytes([number]) for number in range(size)]
    for at in range(size - 1):
        match cheat:
            case "rewritten":
                false = [*leaves[:at], b"another", *leaves[at + 1 :]]
            case "dropped":
                false = [*leaves[:at], *leaves[at + 1 :], b"more", b"and more"]
            case _:
                false = [*leaves[:at], leaves[at + 1], leaves[at], *leaves[at + 2 :]]
        false.append(b"new")
        right, wrong, root = grown([*leaves, b"new"]), grown(false), plain.root(false)
        for old in range(at + 1, size + 1):
            kept = plain.root(leaves[:old])
            for proof in (
                hashes(consistency_path(old, len(false)), wrong),
                hashes(consistency_path(old, size + 1), right),
                [],
            ):
                assert not proves_consistency(old, len(false), kept, root, proof)


def test_nothing_is_proven_by_numbers_that_make_no_sense():
    root = leaf_hash(b"a")
    for leaf, size in ((1, 1), (0, 0), (-1, 1), (2, 1)):
        assert not proves_inclusion(root, leaf, size, [], root)
    for old, new in ((2, 1), (-1, 1)):
        assert not proves_consistency(old, new, root, root, [])
    assert proves_consistency(0, 5, plain.root([]), root, [])
    assert not proves_consistency(0, 5, root, root, [])
    assert not proves_consistency(0, 5, plain.root([]), root, [root])


def test_a_stretch_is_split_as_the_rfc_says():
    for start, end in combinations_with_replacement(range(9), 2):
        if end - start > 1 and start % 8 == 0:
            k = Span(start, end).middle - start
            assert k & (k - 1) == 0
            assert k < end - start <= 2 * k
