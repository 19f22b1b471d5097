"""Fits a policy to looks: the softmax over a position's candidates should choose the best move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from search.net.file import POLICY_CHANNELS
from tuning.errors import LearningError
from tuning.net.training.integers import MOST_ROW_SUM
from tuning.net.training.model import CAPTURED, optimiser_of
from tuning.net.training.targets import HELD_OUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tuning.net.policy.looks import Look

FEWEST = 500  # looks to train
BATCH = 256  # looks of a step
RATE, DECAY = 0.02, 0.5
AMONG = (1, 3, 8)


class PolicyParams(NamedTuple):
    """What training changes: a window's row is that of its meaning plus a residual."""

    meanings: jax.Array  # [meaning, channel]
    residuals: jax.Array  # [class, channel]
    bias: jax.Array  # [channel]
    own: jax.Array  # [stones, channel]
    opponent: jax.Array  # [stones, channel]
    weights: jax.Array  # [channel]


class PolicyBatch(NamedTuple):
    """Looks of one step; unused candidates belong to look BATCH."""

    windows: NDArray[np.int32]  # [candidate, direction]
    look: NDArray[np.int32]  # [candidate], ascending
    best: NDArray[np.int32]  # [look]
    captured: NDArray[np.int32]  # [look, own or opponent's]
    weight: NDArray[np.float32]  # [look]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How an order ranks the best moves: the share among the first 1, 3 and 8; mean before it."""

    among: tuple[float, ...]
    before: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedPolicy:
    """A policy in float, rows by class, and how it and the weights rank held-out looks."""

    rows: NDArray[np.float32]
    bias: NDArray[np.float32]
    own: NDArray[np.float32]
    opponent: NDArray[np.float32]
    weights: NDArray[np.float32]
    present: Ranking
    learned: Ranking
    trained: int
    held_out: int


def fit_policy(
    looks: Sequence[Look],
    meaning_of_class: NDArray[np.int32],
    meanings: int,
    *,
    epochs: int,
    seed: int,
) -> FittedPolicy:
    """Train on nine openings in ten. Raises LearningError if there are too few looks."""
    train = [look for look in looks if look.opening % HELD_OUT]
    tested = [look for look in looks if not look.opening % HELD_OUT]
    if len(train) < FEWEST or not tested:
        raise LearningError(
            f"{len(train)} looks to train and {len(tested)} held out: expected at least {FEWEST} "
            "and 1"
        )
    dice = np.random.default_rng(seed)
    params = _first(dice, meanings, len(meaning_of_class))
    steps = epochs * (len(train) // BATCH + 1)
    optimiser = optimiser_of(PolicyParams, RATE, DECAY, steps)
    state, meant = optimiser.init(params), jnp.asarray(meaning_of_class)
    step = jax.jit(partial(_step, optimiser))
    for _ in range(epochs):
        for batch in _batches([train[i] for i in dice.permutation(len(train))]):
            params, state = step(params, state, meant, batch)
    rows = np.asarray(params.meanings)[meaning_of_class] + np.asarray(params.residuals)
    learned = np.concatenate([_before(params, meant, batch) for batch in _batches(tested)])
    return FittedPolicy(
        rows=rows,
        bias=np.asarray(params.bias),
        own=np.asarray(params.own),
        opponent=np.asarray(params.opponent),
        weights=np.asarray(params.weights),
        present=ranking(np.array([look.best for look in tested])),
        learned=ranking(learned),
        trained=len(train),
        held_out=len(tested),
    )


def ranking(before: NDArray[np.int64] | NDArray[np.int32]) -> Ranking:
    """The ranking, from the number of candidates before each best move."""
    among = tuple(float((before < first).mean()) for first in AMONG)
    return Ranking(among=among, before=float(before.mean()))


def _first(dice: np.random.Generator, meanings: int, classes: int) -> PolicyParams:
    captured = jnp.zeros((CAPTURED, POLICY_CHANNELS))
    return PolicyParams(
        meanings=jnp.asarray(dice.normal(0, 0.1, (meanings, POLICY_CHANNELS)), jnp.float32),
        residuals=jnp.zeros((classes, POLICY_CHANNELS)),
        bias=jnp.full(POLICY_CHANNELS, 0.1),
        own=captured,
        opponent=captured,
        weights=jnp.asarray(dice.normal(0, 0.2, POLICY_CHANNELS), jnp.float32),
    )


def _batches(looks: Sequence[Look]) -> Iterator[PolicyBatch]:
    """The looks in order, BATCH in each; candidates padded to a power of two."""
    for first in range(0, len(looks), BATCH):
        part = looks[first : first + BATCH]
        counts = np.array([len(look.windows) for look in part])
        total = int(counts.sum())
        room = 1 << max(12, (total - 1).bit_length())
        windows = np.zeros((room, 4), np.int32)
        windows[:total] = np.concatenate([look.windows for look in part])
        of_look = np.full(room, BATCH, np.int32)
        of_look[:total] = np.repeat(np.arange(len(part)), counts)
        best, weight = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.float32)
        best[: len(part)] = np.cumsum(counts) - counts + [look.best for look in part]
        weight[: len(part)] = 1
        captured = np.zeros((BATCH, 2), np.int32)
        captured[: len(part)] = [look.captured for look in part]
        yield PolicyBatch(windows, of_look, best, captured, weight)


def _logits(params: PolicyParams, meant: jax.Array, batch: PolicyBatch) -> jax.Array:
    rows = params.meanings[meant] + params.residuals
    own, opponent = batch.captured[:, 0], batch.captured[:, 1]
    base = params.bias + params.own[own] + params.opponent[opponent]
    vector = base[jnp.minimum(batch.look, BATCH - 1)]
    for direction in range(4):
        vector = vector + rows[batch.windows[:, direction]]
    return jnp.clip(vector, 0, MOST_ROW_SUM) @ params.weights


def _loss(params: PolicyParams, meant: jax.Array, batch: PolicyBatch) -> jax.Array:
    """The mean cross-entropy of the best moves."""
    logits = _logits(params, meant, batch)
    most = jax.lax.stop_gradient(jax.ops.segment_max(logits, batch.look, BATCH + 1))
    total = jax.ops.segment_sum(jnp.exp(logits - most[batch.look]), batch.look, BATCH + 1)[:BATCH]
    cross_entropy = jnp.log(jnp.maximum(total, 1e-30)) + most[:BATCH] - logits[batch.best]
    return jnp.sum(jnp.where(batch.weight > 0, cross_entropy, 0)) / jnp.sum(batch.weight)


def _step(
    optimiser: optax.GradientTransformation,
    params: PolicyParams,
    state: optax.OptState,
    meant: jax.Array,
    batch: PolicyBatch,
) -> tuple[PolicyParams, optax.OptState]:
    updates, state = optimiser.update(jax.grad(_loss)(params, meant, batch), state, params)
    return optax.apply_updates(params, updates), state


_jit_logits = jax.jit(_logits)


def _before(params: PolicyParams, meant: jax.Array, batch: PolicyBatch) -> NDArray[np.int64]:
    """For each look, how many candidates the policy puts before the best move."""
    logits = np.asarray(_jit_logits(params, meant, batch))
    best = np.append(logits[batch.best], np.inf)[batch.look]
    counts = np.bincount(batch.look[logits > best], minlength=BATCH + 1)
    return counts[: int(batch.weight.sum())]
