"""SGF for any game."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.records.sgf import Node, format_sgf_tree, parse_sgf_tree

VALUES = st.lists(st.text(max_size=10), min_size=1, max_size=3)
NAMES = st.text(alphabet="ABCXYZ", min_size=1, max_size=2)
NODES = st.lists(st.dictionaries(NAMES, VALUES, max_size=3), min_size=1, max_size=4)


@given(NODES)
def test_sgf_round_trips(nodes: list[Node]) -> None:
    """Any property value reads back, with brackets and line feeds."""
    line = list(enumerate(nodes, -1))
    assert parse_sgf_tree(format_sgf_tree(line)) == line


def test_sgf_variations_stand_in_brackets() -> None:
    """If several nodes follow a node, each is in brackets with what follows it."""
    text = "(;GM[39];W[g2](;B[c7-c5];W[d2])(;B[b2]))\n"
    tree = parse_sgf_tree(text)
    assert [parent for parent, _ in tree] == [-1, 0, 1, 2, 1]
    assert format_sgf_tree(tree) == text


def test_sgf_reads_the_first_tree_and_passes_over_blanks() -> None:
    """Line feeds between properties are ignored, and so is what follows the tree."""
    text = "( ;FF[4]\n GM[39]\n;W [a\\]b][c] ;B[])\n(;X[1])"
    assert [node for _, node in parse_sgf_tree(text)] == [
        {"FF": ["4"], "GM": ["39"]},
        {"W": ["a]b", "c"]},
        {"B": [""]},
    ]
