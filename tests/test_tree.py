"""The tree of RFC 6962, its proofs, and what is none; the vectors are those of Certificate Transparency's own tests."""

from hashlib import sha256

import pytest
from independent_notes import root_over, roots_over
from vectors import VECTORS

from timecore.errors import UsageError
from timecore.tree import GrowingTree, grown_path, has_grown, leaf_hash, root_of_path, tree_path, tree_root

LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]

#: By the number of leaves.
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

#: By leaf and size.
PATHS = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
}

#: By old and new size.
GROWN = {
    (1, 1): [],
    (1, 8): PATHS[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}


def leaves_of(size: int) -> list[bytes]:
    return [number.to_bytes(2, "big") for number in range(size)]


def plain_tree(leaves: list[bytes]) -> bytes:
    """The tree hash word for word as RFC 6962, section 2.1, defines it."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return sha256(b"\x01" + plain_tree(leaves[:k]) + plain_tree(leaves[k:])).digest()


# -- the public vectors ----------------------------------------------------------------------------------------


def test_roots_are_those_of_the_public_vectors() -> None:
    assert [tree_root(LEAVES[:size]).hex() for size in range(9)] == ROOTS


@pytest.mark.parametrize(("index", "size"), PATHS)
def test_paths_are_those_of_the_public_vectors(index: int, size: int) -> None:
    assert [one.hex() for one in tree_path(LEAVES[:size], index)] == PATHS[index, size]


@pytest.mark.parametrize(("old", "new"), GROWN)
def test_proofs_of_growth_are_those_of_the_public_vectors(old: int, new: int) -> None:
    assert [one.hex() for one in grown_path(LEAVES[:new], old)] == GROWN[old, new]


def test_the_tree_of_a_tournament_is_that_of_the_formats_vectors() -> None:
    vectors = VECTORS["tournament"]
    leaves = [text.encode() for text in vectors["leaves"]]

    assert [leaf_hash(leaf).hex() for leaf in leaves] == vectors["leaf_hashes"]
    assert {str(size): tree_root(leaves[:size]).hex() for size in range(len(leaves) + 1)} == vectors["roots"]
    assert [one.hex() for one in grown_path(leaves, 3)] == vectors["consistency_3_to_5"]


# -- proofs hold, and nothing else does ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*range(18), 31, 32, 33, 64])
def test_the_root_is_that_of_rfc_6962_and_each_leaf_has_a_path_to_it(size: int) -> None:
    leaves = leaves_of(size)
    root = tree_root(leaves)

    assert root == plain_tree(leaves)
    for index, leaf in enumerate(leaves):
        path = tree_path(leaves, index)
        assert root_of_path(leaf, index, size, path) == root == root_over(leaf, index, size, [*path])
        assert root_of_path(leaf, index, size, [*path, root]) is None
        if path:
            assert root_of_path(leaf, index, size, path[:-1]) is None
            assert root_of_path(b"other", index, size, path) != root
            assert root_of_path(leaf, index ^ 1, size, path) != root
    assert root_of_path(b"other", size, size, ()) is None


def test_there_is_no_path_to_a_leaf_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="no leaf 2"):
        tree_path([b"", b""], 2)


@pytest.mark.parametrize("new", [1, 2, 3, 6, 7, 8, 13, 16])
def test_a_tree_that_has_only_grown_is_proven_to_have_and_no_other(new: int) -> None:
    leaves = leaves_of(new)
    roots = [tree_root(leaves[:size]) for size in range(new + 1)]
    root = roots[-1]
    for old in range(new + 1):
        path = grown_path(leaves, old)
        assert has_grown(old, roots[old], new, root, path)
        assert not has_grown(old, bytes(32), new, root, path)
        if old:  # the RFC says nothing of a tree of nothing
            assert roots_over(old, new, [*path], roots[old]) == (roots[old], root)
        assert not has_grown(old, roots[old], new, root, [*path, root])
        if old:
            assert not has_grown(old, roots[old], new, bytes(32), path)
        if path:
            assert not has_grown(old, roots[old], new, root, path[:-1])
            assert not has_grown(old, roots[old], new, root, [bytes(32), *path[1:]])
        if 0 < old < new:
            rewritten = [*leaves[: old - 1], b"other", *leaves[old:]]
            again = tree_root(rewritten)
            assert not has_grown(old, roots[old], new, again, grown_path(rewritten, old))
        if old + 1 < new:
            assert not has_grown(old + 1, roots[old], new, root, path)


def test_a_tree_does_not_shrink() -> None:
    leaves = leaves_of(5)

    with pytest.raises(UsageError, match="never had 6"):
        grown_path(leaves, 6)
    assert not has_grown(5, tree_root(leaves), 3, tree_root(leaves[:3]), ())
    assert not has_grown(-1, tree_root(leaves), 3, tree_root(leaves[:3]), ())
    assert not has_grown(0, tree_root([]), 0, bytes(32), ())


def test_a_growing_tree_has_the_root_of_the_leaves_so_far() -> None:
    tree = GrowingTree()
    roots = [tree.root]
    for leaf in LEAVES:
        tree.add(leaf)
        roots.append(tree.root)

    assert [root.hex() for root in roots] == ROOTS
    assert tree.size == len(LEAVES)
