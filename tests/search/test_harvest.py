"""What an engine keeps of its table for the next move: restored, or refused; never harmful."""

from __future__ import annotations

import struct
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.family import AnyPosition
from games.five.position import FivePosition
from games.five.rules import PRESETS
from search import engine as engine_module
from search.engine import HARVEST_DEPTH, HARVEST_ENTRIES, Engine
from search.errors import HarvestError
from search.five.native import open_search, set_position
from search.limits import Limits
from search.net.file import game_net
from search.score import WIN, is_loss, is_win
from search.weights import Weights
from search.weights.file import load_weights, shipped_weights, weights_path
from tests.conditions import met, often
from tests.families import FIVE, GIPF, Games
from tests.strategies import positions, random_position

PENTE = PRESETS["pente"]
MIDDLE = random_position(PENTE, seed=3, turns=16)
STAMP = 16
LOWER, UPPER = 1, 2

Entry = tuple[int, int, int, int, int]


def entries_of(harvest: bytes) -> list[Entry]:
    """Key, move, depth, bound and score of each entry, without the table's generation."""
    found = []
    for key, data in struct.iter_unpack("<QQ", harvest[STAMP:]):
        score = (data >> 32) - (1 << 32 if data >> 63 else 0)
        found.append((key, data & 0xFFFF, data >> 16 & 0xFF, data >> 24 & 3, score))
    return found


def harvest_of(position: AnyPosition, depth: int) -> bytes:
    """The harvest of a search to this depth."""
    with Engine(position.rules) as engine:
        engine.search(position.copy(), Limits(depth=depth))
        return engine.harvest()


@pytest.mark.parametrize(
    ("games", "name"), [(FIVE, "pente"), (FIVE, "standard-15"), (GIPF, "gipf")]
)
def test_harvest_survives_another_engine(games: Games, name: str) -> None:
    """A harvest that another engine plants is harvested from it again."""
    position = games.play_randomly(games.presets[name], 3, 16).copy()
    harvest = harvest_of(position, 8)
    with Engine(position.rules) as engine:
        engine.plant(harvest)
        again = engine.harvest()
    assert len(entries_of(harvest)) > 50
    assert sorted(entries_of(again)) == sorted(entries_of(harvest))


def test_harvest_holds_what_is_deep_or_proven_dearest_first() -> None:
    """Every entry has HARVEST_DEPTH or is a proven result; deeper entries come first."""
    entries = entries_of(harvest_of(MIDDLE, 8))
    depths = [depth for _, _, depth, _, _ in entries]
    assert depths == sorted(depths, reverse=True)
    assert len(entries) <= HARVEST_ENTRIES
    for _, _, depth, bound, score in entries:
        proven = (is_win(score) and bound & LOWER) or (is_loss(score) and bound & UPPER)
        assert depth >= HARVEST_DEPTH or proven


def test_harvest_of_others_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only an engine of the same build, with the same game, weights and net, accepts a harvest."""
    plain, net = load_weights(weights_path("pente")), shipped_weights(PENTE).net
    with Engine(PENTE, plain.with_net(net)) as engine:
        harvest = engine.harvest()
        engine.plant(harvest)
    for rules, weights in (
        (PENTE, Weights({"four": 161}).with_net(net)),
        (PENTE, plain.with_net(game_net("keryo"))),
        (PENTE, plain),
        (PRESETS["keryo"], plain.with_net(net)),
    ):
        with Engine(rules, weights) as other, pytest.raises(HarvestError, match="made by another"):
            other.plant(harvest)
    monkeypatch.setattr(engine_module, "kernel_stamp", lambda _: "123 456")
    with Engine(PENTE, plain.with_net(net)) as other, pytest.raises(HarvestError):
        other.plant(harvest)


@often(taken=20, refused=5)
@given(
    content=st.just(b"") | st.binary(max_size=200), lies=st.integers(0, 5), seed=st.integers(0, 99)
)
def test_harvest_of_any_bytes_is_refused_or_sound(content: bytes, lies: int, seed: int) -> None:
    """After a valid stamp, any bytes are refused whole or hold valid entries only."""
    dice = Random(seed)
    content = b"".join(lie(dice, key) for key in range(lies)) + content
    with Engine(PENTE, table_mb=0.01) as engine:
        stamp = engine.harvest()[:STAMP]
        try:
            engine.plant(stamp + content)
        except HarvestError:
            met("refused")
            assert entries_of(engine.harvest()) == []
        for _, move, _, bound, score in entries_of(engine.harvest()):
            met("taken")
            assert move < 400 or move == 0xFFFF
            assert bound
            assert abs(score) <= WIN


@given(position=positions(), seed=st.integers(0, 1000), depth=st.integers(1, 4))
def test_harvest_that_lies_never_makes_an_illegal_move(
    position: FivePosition, seed: int, depth: int
) -> None:
    """False scores and moves for the searched positions mislead the search, but do no more."""
    dice = Random(seed)
    with Engine(position.rules, table_mb=1) as engine:
        stamp = engine.harvest()[:STAMP]
        engine.plant(stamp + b"".join(lie(dice, key) for key in keys_near(position)))
        result = engine.search(position.copy(), Limits(depth=depth))
    played = position.copy()
    for point in result.pv:
        if played.outcome is not None:
            break
        played.play(point)  # raises for an illegal one


def keys_near(position: FivePosition) -> list[int]:
    """The keys of the position and of those one or two candidates away, up to a limit."""
    kernel = open_search(position.rules, Weights())
    set_position(kernel, position)
    keys = [kernel.key]
    for point, _ in kernel.candidates():
        if position.why_illegal(point) is None:
            kernel.play(point)
            keys.append(kernel.key)
            keys += [kernel.key_after(reply) for reply, _ in kernel.candidates()[:20]]
            kernel.undo()
    return keys


def lie(dice: Random, key: int) -> bytes:
    """A random entry that a search could have stored."""
    score = dice.choice(
        (dice.randint(-WIN, WIN), WIN - dice.randint(0, 9), dice.randint(0, 9) - WIN)
    )
    data = (score & 0xFFFFFFFF) << 32 | dice.randint(1, 3) << 24
    data |= dice.randint(0, 255) << 16 | dice.choice((dice.randrange(400), 0xFFFF))
    return struct.pack("<QQ", key, data)
