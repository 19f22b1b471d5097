"""SGF for any game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError
from games.records.sgf import Properties, format_sgf_tree, parse_sgf_tree
from tests.conditions import met, often
from tests.strategies import damaged

VALUES = st.lists(st.text(max_size=10), min_size=1, max_size=3)
NAMES = st.text(alphabet="ABCXYZ", min_size=1, max_size=2)
NODES = st.lists(st.dictionaries(NAMES, VALUES, max_size=3), min_size=1, max_size=4)


@given(NODES)
def test_sgf_round_trips(nodes: list[Properties]) -> None:
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"ends with '\)'"),
        ("()", r"begins with '\(;'"),
        ("(;W[e2]", r"ends with '\)'"),
        ("(;W[e2)", "is not expected"),
        ("(;w[e2])", "'w' names no property"),
        ("(W[e2])", "'W' belongs to no node"),
        ("(;[e2])", "'e2' belongs to no node"),
        ("(;W[a](;B[b])", r"ends with '\)'"),
    ],
)
def test_sgf_refuses_what_is_none(text: str, message: str) -> None:
    """The message says what is wrong and where."""
    with pytest.raises(NotationError, match=message):
        parse_sgf_tree(text)


SIGNS = st.text(alphabet="();WB[]\\a ", max_size=12)


@often(read=6, refused=20)
@given(SIGNS, damaged("(;W[a];B[](;W[b])(;W[]B[]))", SIGNS.map(lambda signs: signs[:2])))
def test_sgf_any_text_is_a_tree_or_refused(text: str, written: str) -> None:
    """Any text is a tree or raises the documented error."""
    for body in (text, written):
        try:
            tree = parse_sgf_tree(body)
        except NotationError:
            met("refused")
        else:
            met("read")
            assert parse_sgf_tree(format_sgf_tree(tree)) == tree
