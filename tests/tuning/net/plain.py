"""The net as its specification states it, in plain Python, read from the bytes of its file."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

from games.five.position import Position, rays

HEAD = "<8sI20sIIIIiQQQ"


@dataclass(frozen=True)
class PlainNet:
    """The parts of a file."""

    head: tuple[Any, ...]
    arrays: dict[str, tuple[int, ...]]
    provenance: dict[str, Any]
    payload: bytes

    @property
    def reach(self) -> int:
        """Cells of a half."""
        return int(self.head[3])


def read_plain(path: str) -> PlainNet:
    """The file, taken apart by the specification's words."""
    with open(path, "rb") as file:
        content = file.read()
    head = struct.unpack_from(HEAD, content)
    reach, halves, channels, hidden = head[3:7]
    payload = content[128 : 128 + head[8]]
    assert len(content) == 128 + head[8] + head[9]
    arrays, at = {}, 0
    for name, code, size in (
        ("before", "H", 2 * 4**reach),
        ("after", "H", 2 * 4**reach),
        ("bias", "h", channels),
        ("W1", "h", hidden * channels),
        ("lin", "h", channels),
        ("w2", "h", hidden),
        ("own", "i", 16 * hidden),
        ("opponent", "i", 16 * hidden),
        ("captured_out", "i", 256),
        ("row", "h", halves * halves * channels),
    ):
        text = f"<{size}{code}"
        arrays[name] = struct.unpack_from(text, payload, at)
        at += (struct.calcsize(text) + 63) // 64 * 64
    assert at == len(payload)
    return PlainNet(head, arrays, json.loads(content[128 + head[8] :]), payload)


def digest_of(payload: bytes) -> int:
    """The digest of the specification."""
    factor, most = 0x9E3779B97F4A7C15, (1 << 64) - 1
    payload += bytes(-len(payload) % 32)
    lanes = [0xCBF29CE484222325] * 4
    for number, (word,) in enumerate(struct.iter_unpack("<Q", payload)):
        lane = (lanes[number % 4] ^ word) * factor & most
        lanes[number % 4] = lane ^ lane >> 29
    found = 0
    for lane in lanes:
        found = (found ^ lane) * factor & most
        found ^= found >> 32
    return found


def plain_output(net: PlainNet, position: Position) -> int:
    """The output for the side to move, in units of 2^-20 logits."""
    total = [0] * 32
    for point, cell in enumerate(position.cells):
        if not cell:
            row = plain_point(net, position, point)
            total = [a + b for a, b in zip(total, row, strict=True)]
    x = [min(a >> 3, 8191) for a in total]
    side = position.side
    i, j = (min(15, position.captured_stones[each]) for each in (side, 1 - side))
    arrays = net.arrays
    out = arrays["captured_out"][16 * i + j] + sum(map(int.__mul__, arrays["lin"], x))
    for h in range(32):
        z = arrays["own"][32 * i + h] + arrays["opponent"][32 * j + h]
        z += sum(map(int.__mul__, arrays["W1"][32 * h : 32 * h + 32], x))
        out += arrays["w2"][h] * min(max(z >> 9, 0), 32767)
    return out


def plain_point(net: PlainNet, position: Position, point: int) -> list[int]:
    """The clipped vector of an empty point; zeros if it does not count."""
    reach, halves = net.reach, net.head[4]
    ways = [
        ([position.cells[step] for step in ray] + [3] * reach)[:reach]
        for ray in rays(point, position.rules.size)
    ]
    if not any(cell in (1, 2) for way in ways for cell in way[:2]):
        return [0] * 32
    v = list(net.arrays["bias"])
    for direction in range(4):
        after, before = ways[2 * direction], ways[2 * direction + 1]
        high = sum(cell << 2 * (reach - 1 - place) for place, cell in enumerate(before))
        low = sum(cell << 2 * place for place, cell in enumerate(after))
        at = net.arrays["before"][position.side * 4**reach + high]
        at += net.arrays["after"][position.side * 4**reach + low]
        assert at < halves * halves
        v = [a + b for a, b in zip(v, net.arrays["row"][32 * at : 32 * at + 32], strict=True)]
    return [min(max(a, 0), 960) for a in v]
