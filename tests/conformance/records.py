"""The record formats of each family, as the tests of all of them see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from games.five.records.pente_text import PRESET_OF_GAME, format_pente_text, parse_pente_text
from games.five.records.psq import format_psq, parse_psq
from games.five.records.sgf import format_five_sgf, parse_five_sgf
from games.gipf.notation import OFFICIAL, format_move
from games.gipf.position import GipfPosition
from games.gipf.records.json_line import format_json as format_gipf_json
from games.gipf.records.json_line import parse_json as parse_gipf_json
from games.gipf.records.paper import format_paper, parse_paper
from games.gipf.records.sgf import format_gipf_sgf, parse_gipf_sgf
from games.share import format_share, parse_share
from games.tree import ROOT, GameTree, Node, after, one_line
from tests.families import Games

TREE, COMMENTS, NAMES, BEGUN = "tree", "comments", "names", "begun"


class Format:
    """A format that is written and read.

    games  the names of the games that it has, all if empty
    keeps  what of a game it keeps besides rules and main line: TREE, COMMENTS, NAMES, BEGUN (a
           start that is not the game's)
    """

    def __init__(
        self,
        name: str,
        write: Callable[[Any], str],
        read: Callable[[str, Any], Any],
        keeps: tuple[str, ...],
        games: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.write = write
        self.read = read
        self.keeps = keeps
        self.games = games


FORMATS = {
    "five": (
        Format(
            "SGF",
            format_five_sgf,
            lambda text, _rules: parse_five_sgf(text),
            (TREE, COMMENTS, NAMES, BEGUN),
        ),
        Format("PSQ", format_psq, parse_psq, (NAMES,)),
        Format(
            "pente.org",
            format_pente_text,
            lambda text, _rules: parse_pente_text(text),
            (NAMES,),
            tuple(PRESET_OF_GAME.values()),
        ),
        Format("share", format_share, lambda text, _rules: parse_share(text), (BEGUN,)),
    ),
    "gipf": (
        Format(
            "JSON",
            format_gipf_json,
            lambda text, _rules: parse_gipf_json(text),
            (TREE, COMMENTS, NAMES, BEGUN),
        ),
        Format(
            "SGF",
            format_gipf_sgf,
            lambda text, _rules: parse_gipf_sgf(text),
            (TREE, COMMENTS, NAMES, BEGUN),
        ),
        Format("paper", format_paper, lambda text, _rules: parse_paper(text), (NAMES,)),
        Format("share", format_share, lambda text, _rules: parse_share(text), (BEGUN,)),
    ),
}


def drawn_game(games: Games, rules: Any, kept: Format, dice: Random) -> Any:
    """A random game that has what a format keeps: a main line, and perhaps variations."""
    start = games.of(rules).start()
    if BEGUN in kept.keeps and dice.random() < 0.5:
        start = games.goes_on(rules, dice, 20)
    position, moves = start.copy(), []
    for _ in range(dice.randrange(60)):
        if position.outcome is None:
            moves.append(games.choose(position, dice, games.tempers[0]))
            position.play(moves[-1])
    tree = one_line(moves)
    for _ in range(dice.randrange(5) if TREE in kept.keeps else 0):
        grow(games, start, tree, dice)
    if COMMENTS in kept.keeps:
        for move in tree:
            move.comment = dice.choice(("", "", "]\\", "why?", "a\nb", "{x"))
    comment = "a game" if COMMENTS in kept.keeps else ""
    names = ("ann b", "c") if NAMES in kept.keeps else ("", "")
    return GameTree(start, tree, names=names, comment=comment)


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


def contents(game: Any) -> Counter[tuple[object, str]]:
    """The positions of a game, each with the comment on the move that led to it."""
    return Counter((game.board_at(at).key, node.comment) for at, node in game.nodes.items() if at)


def record_is_read_back(games: Games, rules: Any, kept: Format, dice: Random) -> None:
    """Rules, start, moves and what else the format keeps read back, and are written alike again."""
    game = drawn_game(games, rules, kept, dice)
    text = kept.write(game)
    again = kept.read(text, rules)
    assert again.start.rules == rules
    assert again.start.key == game.start.key
    assert contents(again) == contents(game)
    assert (again.end().key, again.result) == (game.end().key, game.result)
    assert (again.names, again.comment) == (game.names, game.comment)
    assert kept.write(again) == text
