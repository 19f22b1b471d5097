"""The SVG picture of a game."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

import pente
from games.drawing.board import Picture, draw
from games.registry import family_of
from pente.game import position_of_game

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ET.Element:
    """The picture as a tree; it is well-formed XML without ids, links and scripts."""
    assert all(word not in svg for word in (" id=", "href", "url(", "<script"))
    return ET.fromstring(svg)  # noqa: S314 - our own text


def discs(picture: ET.Element, fill: str) -> int:
    """The number of circles of this colour."""
    return sum(shape.get("fill") == fill for shape in picture.iter(f"{SVG}circle"))


def texts(picture: ET.Element) -> list[str]:
    """All texts, the caption last."""
    return [shape.text or "" for shape in picture.iter(f"{SVG}text")]


def test_every_board_is_drawn() -> None:
    """A notebook shows any game as a picture with its title, and its width can be chosen."""
    for name in pente.Game.names:
        game = pente.Game(name)
        picture = drawn(game._repr_svg_())
        assert (picture.tag, picture.get("width")) == (f"{SVG}svg", "480")
        assert game.title in (picture.findtext(f"{SVG}title") or "")
        assert drawn(game.svg(size=200)).get("width") == "200"


def test_stones_last_move_and_captures_are_shown() -> None:
    """Each stone is a disc of its colour, the last move has a dot, the caption counts pairs."""
    game = pente.Game().play("K10 L10 K14 M10 N10 A1")
    picture = drawn(game.svg())
    assert (discs(picture, "#fbfaf5"), discs(picture, "#1d1b19")) == (3, 1)
    assert discs(picture, "#d35400") == 1
    assert discs(drawn(game.svg(last=False)), "#d35400") == 0
    assert texts(picture)[-2:] == ["Pente: White to move", "captured pairs: White 1, Black 0"]


def test_marks_arrows_lines_and_variation_are_shown() -> None:
    """Rings, labels, arrows, strokes and the numbered stones of a variation."""
    game = pente.Game().play("K10 L11")
    plain = drawn(game.svg())
    marked = drawn(
        game.svg(
            marks={"K10": "A", "11l": "<b>"},
            arrows=[("K10", "K13")],
            lines=[["A1", "A5", "C5"]],
            variation="K13 L12 N7",
        )
    )
    assert {"A", "<b>", "1", "2", "3"} <= {*texts(marked)}
    assert len(marked) - len(plain) == 2 + 2 + 1 + 6
    assert game.moves == ("K10", "L11")
    rings = drawn(game.svg(marks="A1, B2"))
    assert len(rings) - len(plain) == 2


def test_winning_row_is_shown() -> None:
    """A stroke joins the winning row."""
    game = pente.Game("gomoku-9").play("E5 D4 E6 D5 E7 D6 E8 D3 E9")
    strokes = [shape.get("stroke") for shape in drawn(game.svg()).iter(f"{SVG}polyline")]
    assert strokes.count("#c0392b") == 1


def test_gipf_shows_pushes_and_removals() -> None:
    """The last turn is an arrow; a removal ahead is a cross over each piece."""
    position = "w 10 12 Wc2 Wd3 We4 Wb5 Kd6"
    game = pente.Game("gipf-basic", position=position)
    four = next(move for move in game.legal_moves if ";x" in move)
    arrow = len(drawn(game.svg(arrows=[("a1", "b2")]))) - len(drawn(game.svg()))
    taken = four.count(",") + 1
    assert len(drawn(game.svg(variation=four))) - len(drawn(game.svg())) == arrow + 2 * taken
    assert len(drawn(game.after(four).svg())) != len(drawn(game.after(four).svg(last=False)))


def test_unknown_point_is_refused() -> None:
    """A mark beside the board, or an illegal variation, is an error of the package."""
    with pytest.raises(pente.NotationError, match="Z9"):
        pente.Game().svg(marks="Z9")
    with pytest.raises(pente.NotationError, match="j9"):
        pente.Game("gipf").svg(arrows=[("j9", "e5")])
    with pytest.raises(pente.IllegalMove, match="K10"):
        pente.Game().svg(variation="A1")


def pictured(game: str, moves: str) -> Picture:
    """The picture of what lies near the stones of a game."""
    position = position_of_game(pente.Game(game).play(moves))
    family = family_of(position.rules)
    return Picture(family=family, position=position, stones=family.stones(position), near=True)


@pytest.mark.parametrize(
    ("game", "moves"),
    [("pente", "K10 J9 M13"), ("pente", "K10 A1 B3"), ("gomoku-19", "T19 S18"), ("gomoku-9", "E5")],
)
def test_picture_of_a_part_has_all_stones(game: str, moves: str) -> None:
    """It lies in the board, with room around all stones but those at an edge."""
    picture = pictured(game, moves)
    layout = picture.family.layout()
    left, top, width, height = map(float, str(drawn(draw(picture)).get("viewBox")).split())
    assert 0 <= left <= layout.width - width
    assert 0 <= top <= layout.height - height
    assert width == height < layout.width
    for x, y in map(layout.at, picture.stones):
        assert layout.radius < x - left < width - layout.radius
        assert layout.radius < y - top < height - layout.radius


@pytest.mark.parametrize(("game", "moves"), [("pente", ""), ("pente", "K10 A1 T19"), ("gipf", "")])
def test_picture_without_room_to_spare_is_whole(game: str, moves: str) -> None:
    """An empty board is shown whole, too."""
    picture = pictured(game, moves)
    assert draw(picture) == draw(replace(picture, near=False))
