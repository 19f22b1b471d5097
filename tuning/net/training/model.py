"""The network in float, as JAX trains it (docs/learning.md gives the formulas).

For each counting point the rows of its four windows and a bias are summed and clipped. The sum over
all points goes through one hidden layer, with tables for the stones that each side has taken.

A window's row is the vector of its meaning plus a residual of its own. So windows that occur rarely
borrow from others that do the same; a window that never occurs has the row of its meaning.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from numpy.typing import NDArray

# One thread: several fits, or games, can use the other cores. XLA reads this when JAX is loaded.
FLAGS = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ.setdefault("XLA_FLAGS", FLAGS)
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402 - after the flags
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import optax  # noqa: E402

from tuning.net.training.integers import (  # noqa: E402
    MOST_HIDDEN,
    MOST_ROW_SUM,
    MOST_SUM,
    FloatNet,
)

CHANNELS = 32
HIDDEN = 32
CAPTURED = 16  # entries of the tables by captured stones
SUM_SCALE = np.float32(0.05)  # sums are about so much larger than what a hidden layer is used to
FIRST_ROW = 0.1  # deviation of the first vectors
WARM_UP = 0.02  # share of the steps
LAST_RATE = 0.02  # of the highest learning rate


class Params(NamedTuple):
    """What training changes. `first` and `direct` are multiplied by SUM_SCALE."""

    meanings: jax.Array  # [meaning, channel]
    residuals: jax.Array  # [used class, channel]
    bias: jax.Array  # [channel]
    first: jax.Array  # [hidden, channel]
    own: jax.Array  # [stones, hidden]
    opponent: jax.Array  # [stones, hidden]
    second: jax.Array  # [hidden]
    direct: jax.Array  # [channel]
    captured: jax.Array  # [own stones, opponent's stones]


class Batch(NamedTuple):
    """Positions of one step; unused places have position `len(target)` or weight 0."""

    windows: NDArray[np.uint16] | NDArray[np.int32]  # [point, direction]: used classes
    position: NDArray[np.int32]  # [point], ascending
    captured: NDArray[np.int32]  # [position, own or opponent's]
    target: NDArray[np.float32]
    weight: NDArray[np.float32]


def initial(meanings: int, used: int, seed: int, *, borrow: bool) -> Params:
    """The first parameters. Without `borrow` all of a row is its residual."""
    dice = np.random.default_rng(seed)

    def drawn(deviation: float, *shape: int) -> jax.Array:
        return jnp.asarray(dice.normal(0, deviation, shape), jnp.float32)

    none = jnp.zeros
    return Params(
        meanings=drawn(FIRST_ROW, meanings, CHANNELS) if borrow else none((meanings, CHANNELS)),
        residuals=none((used, CHANNELS)) if borrow else drawn(FIRST_ROW, used, CHANNELS),
        bias=none(CHANNELS),
        first=drawn(0.3 / np.sqrt(CHANNELS), HIDDEN, CHANNELS),
        own=none((CAPTURED, HIDDEN)),
        opponent=none((CAPTURED, HIDDEN)),
        second=drawn(0.1, HIDDEN),
        direct=none(CHANNELS),
        captured=none((CAPTURED, CAPTURED)),
    )


def logits(params: Params, meant: jax.Array, batch: Batch) -> jax.Array:
    """The logit of each position of a batch. `meant` is the meaning of each used class."""
    rows = params.meanings[meant] + params.residuals
    windows = batch.windows.astype(jnp.int32)
    # Four look-ups and sums are seven times as fast as one look-up that is summed over an axis.
    value = params.bias + rows[windows[:, 0]] + rows[windows[:, 1]]
    value = value + rows[windows[:, 2]] + rows[windows[:, 3]]
    positions = len(batch.target)
    total = jax.ops.segment_sum(
        jnp.clip(value, 0, MOST_ROW_SUM),
        batch.position,
        num_segments=positions + 1,
        indices_are_sorted=True,
    )[:positions]
    return head(params, total, batch.captured)


def head(params: Params, total: jax.Array, captured: NDArray[np.int32]) -> jax.Array:
    """The logit from the sums over all points and the captured stones."""
    sums = SUM_SCALE * jnp.minimum(total, MOST_SUM)
    own, opponent = captured[:, 0], captured[:, 1]
    hidden = params.own[own] + params.opponent[opponent] + sums @ params.first.T
    hidden = jnp.clip(hidden, 0, MOST_HIDDEN)
    return hidden @ params.second + sums @ params.direct + params.captured[own, opponent]


def loss(params: Params, meant: jax.Array, batch: Batch) -> jax.Array:
    """The mean log loss of a batch."""
    logit = logits(params, meant, batch)
    log_losses = jnp.logaddexp(0, logit) - batch.target * logit
    return jnp.sum(log_losses * batch.weight) / jnp.sum(batch.weight)


def optimiser_of(kind: Any, rate: float, decay: float, steps: int) -> optax.GradientTransformation:
    """Adam with a warm-up and a cosine decay; the residuals decay towards their meanings.

    `kind` is the named tuple of the parameters.
    """
    schedule = optax.warmup_cosine_decay_schedule(
        init_value=0.0,
        peak_value=rate,
        warmup_steps=max(1, round(WARM_UP * steps)),
        decay_steps=steps,
        end_value=LAST_RATE * rate,
    )
    decaying = {name: name == "residuals" for name in kind._fields}
    return optax.adamw(schedule, weight_decay=decay, mask=kind(**decaying))


def params_of(
    net: FloatNet, used: NDArray[np.int64], meaning_of_class: NDArray[np.int32]
) -> Params:
    """The parameters whose network is `net`, but for windows that do not occur here.

    Training pulls the rows of rare windows to the vector of their meaning, so the median of the
    rows of a meaning is close to that vector.
    """
    count = int(meaning_of_class.max()) + 1
    middle = [np.median(net.rows[meaning_of_class == number], axis=0) for number in range(count)]
    meanings = np.array(middle, np.float32)
    return Params(
        meanings=jnp.asarray(meanings),
        residuals=jnp.asarray(net.rows[used] - meanings[meaning_of_class[used]]),
        bias=jnp.asarray(net.bias),
        first=jnp.asarray(net.first / SUM_SCALE),
        own=jnp.asarray(net.own),
        opponent=jnp.asarray(net.opponent),
        second=jnp.asarray(net.second),
        direct=jnp.asarray(net.direct / SUM_SCALE),
        captured=jnp.asarray(net.captured),
    )


def net_of(
    params: Params, used: NDArray[np.int64], meaning_of_class: NDArray[np.int32]
) -> FloatNet:
    """The network of these parameters; `used` are the classes with residuals."""
    meanings, residuals = np.asarray(params.meanings), np.asarray(params.residuals)
    rows = meanings[meaning_of_class].copy()
    rows[used] += residuals
    return FloatNet(
        rows=rows,
        bias=np.asarray(params.bias),
        first=SUM_SCALE * np.asarray(params.first),
        own=np.asarray(params.own),
        opponent=np.asarray(params.opponent),
        second=np.asarray(params.second),
        direct=SUM_SCALE * np.asarray(params.direct),
        captured=np.asarray(params.captured),
    )
