"""The record formats of each family, as the tests of all of them see them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from arena.records.formats import SHARED, detect, read_record, write_record
from games.gipf.notation import OFFICIAL, format_move
from games.gipf.position import GipfPosition
from games.markup import ARROWS, KINDS, LABEL, checked_markup
from games.tree import ROOT, GameTree, Node, after, one_line
from tests.families import Games

TREE, COMMENTS, MARKUP, NAMES, BEGUN = "tree", "comments", "markup", "names", "begun"
# What of a game a format keeps besides rules and main line; BEGUN: a start other than the game's.
KEEPS: dict[str, tuple[str, ...]] = {
    "json": (TREE, COMMENTS, MARKUP, NAMES, BEGUN),
    "sgf": (TREE, COMMENTS, MARKUP, NAMES, BEGUN),
    "gipf": (NAMES,),
    "pente": (NAMES,),
    "psq": (NAMES,),
    "share": (BEGUN,),
}


def formats_of(games: Games, rules: Any) -> list[str]:
    """The names of the formats that write the games of these rules, without positions."""
    family = games.of(rules)
    formats = {**SHARED, **family.formats}
    names = [name for name, found in formats.items() if found.write is not None]
    left_out = {"position"}
    if family.text_format != "pente" or rules.name == "five-19":  # written as exact-five-19
        left_out.add("pente")
    return [name for name in names if name not in left_out]


@cache
def drawn_game(games: Games, rules: Any, keeps: tuple[str, ...], seed: str) -> Any:
    """A random game that has what a format keeps: a main line, and perhaps variations."""
    dice = Random(seed)
    start = games.of(rules).start()
    if BEGUN in keeps and dice.random() < 0.5:
        start = games.goes_on(rules, dice, 20)
    position, moves = start.copy(), []
    for _ in range(dice.randrange(60)):
        if position.outcome is None:
            moves.append(games.choose(position, dice, games.tempers[0]))
            position.play(moves[-1])
    tree = one_line(moves)
    for _ in range(dice.randrange(5) if TREE in keeps else 0):
        grow(games, start, tree, dice)
    if COMMENTS in keeps:
        for move in tree:
            move.comment = dice.choice(("", "", "]\\", "why?", "a\nb", "{x"))
    comment = "a game" if COMMENTS in keeps else ""
    family = games.of(rules)
    places = [family.place_name(place) for place in range(len(start.cells))]
    for move in tree if MARKUP in keeps else ():
        move.markup = checked_markup(family, drawn_markup(places, dice))
    markup = checked_markup(family, drawn_markup(places, dice)) if MARKUP in keeps else ()
    names = ("ann b", "c") if NAMES in keeps else ("", "")
    return GameTree(start, tree, names=names, comment=comment, markup=markup)


def drawn_markup(places: list[str], dice: Random) -> list[tuple[str, ...]]:
    """A few random arrows and marks; labels hold what SGF has to escape."""
    drawn: list[tuple[str, ...]] = []
    for _ in range(dice.choice((0, 0, 3))):
        kind, (first, second) = dice.choice(KINDS), dice.sample(places, 2)
        label = dice.choice(("A", "1:2", "]\\", "a b"))
        rest = [label] if kind == LABEL else [second] if kind in ARROWS else []
        drawn.append((kind, first, *rest))
    return drawn


def grow(games: Games, start: Any, tree: list[Node], dice: Random) -> None:
    """Add a short variation that begins anywhere, with a move that no brother is written like."""
    at = dice.randrange(ROOT, len(tree) + 1)
    position = position_after(start, tree, at)
    brothers = {written(position, each.move) for each in tree if each.parent == at}
    for _ in range(dice.randrange(1, 4)):
        if position.outcome is not None:
            return
        move = games.choose(position, dice, games.tempers[0])
        if written(position, move) in brothers:
            return
        tree.append(Node(at, move))
        at, brothers = len(tree), set()
        position.play(move)


def written(position: Any, move: int) -> str:
    """A move as a format may write it: two entries onto one spot of Gipf are written alike."""
    if isinstance(position, GipfPosition):
        return format_move(position, move, OFFICIAL)
    return str(move)


def position_after(start: Any, tree: list[Node], at: int) -> Any:
    """The position after a move of a tree."""
    line = []
    while at != ROOT:
        line.append(tree[at - 1].move)
        at = tree[at - 1].parent
    return after(start, line[::-1])


def contents(game: Any) -> Counter[tuple[object, ...]]:
    """The positions of a game, each with what is said and drawn after the move that led to it."""
    return Counter(
        (game.board_at(at).key, node.comment, node.markup) for at, node in game.nodes.items()
    )


def record_is_read_back(games: Games, rules: Any, name: str, seed: str) -> None:
    """Rules, start, moves and what else the format keeps read back, and are written alike again."""
    game = drawn_game(games, rules, KEEPS.get(name, ()), seed)
    text = write_record(game, name)
    assert detect(text, rules.name) == name
    again = read_record(text, format_=name, preset=rules.name)
    assert again.start.rules == rules
    assert again.start.key == game.start.key
    assert contents(again) == contents(game)
    assert (again.end().key, again.result) == (game.end().key, game.result)
    assert (again.names, again.comment) == (game.names, game.comment)
    assert write_record(again, name) == text
