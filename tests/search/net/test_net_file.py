"""The file of a net: what is refused, in which words, and what a sound one gives."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from games.five.rules import rules_named
from search import ROOT
from search.engine import Engine
from search.errors import NetError
from search.five.native import open_search
from search.net.arrays import places
from search.net.digest import digest_of
from search.net.file import HEAD_BYTES, SHIPPED, game_net, load_net, net_path
from search.weights import Weights
from tests.search.net.random_nets import random_net

RULES = rules_named("pente")


@pytest.fixture(scope="module")
def sound() -> bytes:
    """The file of a random net."""
    return random_net("pente", 3)


def saved(folder: Path, content: bytes) -> str:
    """The path of a file with this content."""
    path = folder / "a.net"
    path.write_bytes(content)
    return str(path)


def test_a_policy_adds_arrays(tmp_path: Path, sound: bytes) -> None:
    """A net of version 2 has the policy's arrays as well, and a kernel uses both kinds."""
    content = random_net("pente", 3, policy=True)
    net = load_net(saved(tmp_path, content))
    assert net.policy
    assert len(net.arrays) == places(4, 121, policy=True)[1] > len(load_arrays(sound))
    orders = []
    for each in (sound, content):
        kernel = open_search(RULES, Weights().with_net(load_net(saved(tmp_path, each))))
        kernel.play(180)
        orders.append(dict(kernel.candidates()))
    assert orders[0].keys() == orders[1].keys()
    assert orders[0] != orders[1]


def load_arrays(content: bytes) -> bytes:
    """The arrays of version 1 of a file."""
    return content[HEAD_BYTES:][: places(4, 121)[1]]


def changed(offset: int, kind: str, value: int | bytes) -> Callable[[bytes], bytes]:
    """A change of one field of a file."""

    def change(content: bytes) -> bytes:
        field = struct.pack(kind, value)
        return content[:offset] + field + content[offset + len(field) :]

    return change


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (changed(0, "8s", b"PENTEBOT"), "which no net does"),
        (changed(8, "<I", 3), "version 3; this program reads 1 and 2"),
        (changed(40, "<I", 16), "16 channels, 32 hidden units; this program uses 32 and 32"),
        (changed(48, "<I", 1501), "a unit of 1501; this program uses 1500"),
        (changed(32, "<I", 1 << 31), "reach 2147483648, 121 halves"),
        (lambda content: content[:-1], "its head announces"),
        (lambda content: content + b"x", "its head announces"),
        (lambda content: content[:100], "which no net does"),
        (lambda content: content[:0], "cannot be read"),
    ],
)
def test_a_damaged_head_is_refused(
    tmp_path: Path, sound: bytes, damage: Callable[[bytes], bytes], words: str
) -> None:
    """The error names the file, what it has and what was expected."""
    path = saved(tmp_path, damage(sound))
    with pytest.raises(NetError, match=words) as caught:
        load_net(path)
    assert str(caught.value).startswith(path)


def test_every_damaged_byte_of_a_head_is_refused_or_harmless(tmp_path: Path) -> None:
    """Whatever a byte becomes: a NetError, or the values and the order of the sound net."""
    sound = Path(net_path("pente")).read_bytes()

    def play(content: bytes) -> tuple[int, list[tuple[int, int]]]:
        net = game_net("pente", saved(tmp_path, content))
        kernel = open_search(RULES, Weights().with_net(net))
        kernel.play(RULES.centre)
        return kernel.evaluate(), kernel.candidates()

    expected, harmless = play(sound), set()
    for at in range(HEAD_BYTES):
        for value in {sound[at] ^ 1, 255} - {sound[at]}:
            try:
                assert play(sound[:at] + bytes([value]) + sound[at + 1 :]) == expected
                harmless.add(at)
            except NetError:
                pass
    assert not harmless & set(range(12, 76)), "the game, a shape, the unit, a length or the digest"


def test_a_named_net_of_another_game_is_refused(tmp_path: Path, sound: bytes) -> None:
    """The message names the file and both games; a sister's net serves."""
    path = saved(tmp_path, sound)
    with pytest.raises(NetError, match=r"a\.net: is a net of pente: keryo expects"):
        game_net("keryo", path)
    assert game_net("gomoku-20", saved(tmp_path, random_net("gomoku-15", 3))) is not None


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (changed(HEAD_BYTES + 100_000, "B", 77), "digest"),
        (changed(32, "<I", 6), "reach 6"),
        (changed(36, "<I", 120), "bytes: expected"),
    ],
)
def test_damaged_arrays_are_refused_where_they_are_used(
    tmp_path: Path, sound: bytes, damage: Callable[[bytes], bytes], words: str
) -> None:
    """An engine refuses arrays whose digest or shape is not that of the head."""
    path = saved(tmp_path, damage(sound))
    with pytest.raises(NetError, match=words) as caught:
        Engine(RULES, Weights().with_net(load_net(path)))
    assert path in str(caught.value)


def test_halves_outside_the_rows_are_refused(tmp_path: Path, sound: bytes) -> None:
    """A table of halves with a sound digest may still point outside: the kernel looks."""
    at = HEAD_BYTES + places(4, 121)[0]["after"][0]
    content = changed(at, "<H", 121)(sound)
    arrays = content[HEAD_BYTES : HEAD_BYTES + places(4, 121)[1]]
    content = changed(68, "<Q", digest_of(arrays))(content)
    with pytest.raises(NetError, match="has number 121 of 121"):
        Engine(RULES, Weights().with_net(load_net(saved(tmp_path, content))))


def test_the_shipped_nets_are_those_named() -> None:
    """`SHIPPED` names just the files in data/weights, each a sound net of its game."""
    files = {path.stem for path in Path(ROOT, "data", "weights").glob("*.net")}
    assert files == set(SHIPPED.values())
    for game in SHIPPED:
        net = game_net(game)
        assert net is not None
        assert digest_of(bytes(net.arrays)) == int(net.digest, 16)
