"""Draws the SVG elements that `games.drawing` writes as pixels, with Pillow.

These are `rect`, `circle`, `polyline`, `polygon` and `text`, with colours as `#rrggbb`; other
elements are left out. A picture is drawn at twice its size and then reduced: that smooths edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Attributes = dict[str, str]

FINER = 2


class Raster:
    """A picture of this width and height in pixels; `scale` is pixels per unit of the SVG."""

    def __init__(self, width: int, height: int, scale: float, paper: str) -> None:
        self._scale = scale * FINER
        self._image = Image.new("RGB", (width * FINER, height * FINER), paper)

    def copy(self) -> Raster:
        """A copy to draw on."""
        other = Raster.__new__(Raster)
        other._scale, other._image = self._scale, self._image.copy()  # noqa: SLF001 - same class
        return other

    def draw(self, elements: Iterable[str]) -> None:
        """Draw elements in order."""
        pen = ImageDraw.Draw(self._image, "RGBA")
        whole = ET.fromstring(f"<g>{''.join(elements)}</g>")  # noqa: S314 - our own SVG
        for element in whole:
            shape = SHAPES.get(element.tag)
            if shape is not None:
                shape(pen, element.attrib, self._scale, element.text or "")

    @staticmethod
    def reduced(pictures: Iterable[Image.Image], colours: Sequence[int]) -> list[Image.Image]:
        """The pictures with these colours only (red, green, blue of each, one after the other)."""
        table = Image.new("P", (1, 1))
        table.putpalette(colours)
        dither = Image.Dither.NONE
        return [picture.quantize(palette=table, dither=dither) for picture in pictures]

    def pixels(self) -> Image.Image:
        """The picture at its size."""
        size = (self._image.width // FINER, self._image.height // FINER)
        return self._image.resize(size, Image.Resampling.LANCZOS)


def _rect(pen: ImageDraw.ImageDraw, has: Attributes, scale: float, _: str) -> None:
    x, y = float(has.get("x", "0")) * scale, float(has.get("y", "0")) * scale
    right, below = x + float(has["width"]) * scale, y + float(has["height"]) * scale
    pen.rectangle((x, y, right, below), fill=_paint(has, "fill"))


def _circle(pen: ImageDraw.ImageDraw, has: Attributes, scale: float, _: str) -> None:
    x, y, radius = (float(has[name]) * scale for name in ("cx", "cy", "r"))
    box = (x - radius, y - radius, x + radius, y + radius)
    edge = _paint(has, "stroke")
    wide = round(float(has.get("stroke-width", "1")) * scale) if edge else 0
    pen.ellipse(box, fill=_paint(has, "fill"), outline=edge, width=wide)


def _polyline(pen: ImageDraw.ImageDraw, has: Attributes, scale: float, _: str) -> None:
    wide = max(1, round(float(has.get("stroke-width", "1")) * scale))
    pen.line(_points(has, scale), fill=_paint(has, "stroke"), width=wide, joint="curve")


def _polygon(pen: ImageDraw.ImageDraw, has: Attributes, scale: float, _: str) -> None:
    pen.polygon(_points(has, scale), fill=_paint(has, "fill"))


def _text(pen: ImageDraw.ImageDraw, has: Attributes, scale: float, text: str) -> None:
    font = ImageFont.load_default(float(has["font-size"]) * scale)
    at = (float(has["x"]) * scale, float(has["y"]) * scale)
    anchor = {"start": "lm", "end": "rm"}.get(has.get("text-anchor", ""), "mm")
    pen.text(at, text, fill=_paint(has, "fill"), font=font, anchor=anchor)


SHAPES = {
    "rect": _rect,
    "circle": _circle,
    "polyline": _polyline,
    "polygon": _polygon,
    "text": _text,
}


def _points(has: Attributes, scale: float) -> list[tuple[float, float]]:
    pairs = (pair.split(",") for pair in has["points"].split())
    return [(float(x) * scale, float(y) * scale) for x, y in pairs]


def _paint(has: Attributes, name: str) -> str | None:
    """The colour of an attribute, with the opacity of its element; None for none."""
    colour = has.get(name, "none")
    if colour == "none":
        return None
    opacity = float(has.get("opacity", "1"))
    return colour if opacity == 1 else f"{colour}{round(255 * opacity):02x}"
