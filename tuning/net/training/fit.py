"""The step *train*: fits the network to the features of games."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
import numpy as np
import optax

from tuning.errors import LearningError
from tuning.net.training.model import (
    Batch,
    Params,
    initial,
    logits,
    loss,
    net_of,
    optimiser_of,
    params_of,
)
from tuning.net.training.targets import (
    Losses,
    held_out,
    losses,
    reliability,
    score_of_logit,
    targets,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from tuning.net.positions.features import Features
    from tuning.net.training.integers import FloatNet

FEWEST = 1_000  # positions to train
ROOM = 1.06  # points of a batch, in those of average positions
MOST_FIRST = 0.99 / 0.05  # entries of `first` and `direct` that the net's file can hold
MOST_DIRECT = 0.49 / 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class FitOptions:
    """How to train.

    epochs  passes over the data
    batch   positions of a step
    rate    highest learning rate of Adam
    decay   decoupled weight decay of the residuals
    blend   share of the result in a target; the rest is the search's score
    slips   how much of that share stays where a random move is still to come
    borrow  whether windows of one meaning share a vector
    seed    seed of the first parameters and of the order
    start   digest of the net whose numbers are the first parameters; "": they are random
    """

    epochs: int = 8
    batch: int = 256
    rate: float = 0.012
    decay: float = 0.5
    blend: float = 0.4
    slips: float = 1.0
    borrow: bool = True
    seed: int = 1
    start: str = ""


@dataclass(frozen=True, slots=True)
class Epoch:
    """An epoch: its number, the mean loss of its steps, losses on held-out data, seconds so far."""

    number: int
    trained: float
    held_out: Losses
    seconds: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A trained network and what is known of it.

    unit        the score of a logit in the games
    constant, static, search  losses of a constant, of the hand-fitted evaluation and of the search
                that valued the positions, on held-out data
    positions   trained and held out
    reliability by chance that the net gives: how often that side won (`targets.reliability`)
    """

    net: FloatNet
    epochs: tuple[Epoch, ...]
    unit: float
    constant: Losses
    static: Losses
    search: Losses
    positions: tuple[int, int]
    reliability: tuple[tuple[float, float, int], ...]


@dataclass(frozen=True, slots=True)
class Course:
    """How far a fit has come: from here, even pickled, it goes on as if it had not stopped.

    params, state  parameters and the optimiser's state
    dice           what shuffles the positions of the next epochs
    """

    params: Params
    state: optax.OptState
    dice: np.random.Generator
    epochs: tuple[Epoch, ...]


class Trainer:
    """Trains networks on one set of features."""

    def __init__(
        self, features: Features, meaning_of_class: NDArray[np.int32], meanings: int
    ) -> None:
        """`meaning_of_class` and `meanings` are those of `windows.class_meanings`.

        Raises LearningError if there are too few positions.
        """
        self.features = features
        self._meaning_of_class = meaning_of_class
        self._meanings = meanings
        out = held_out(features)
        self.trained, self.tested = np.nonzero(~out)[0], np.nonzero(out)[0]
        if len(self.trained) < FEWEST or not len(self.tested):
            raise LearningError(
                f"{len(self.trained)} positions to train and {len(self.tested)} held out: expected "
                f"at least {FEWEST} and 1; play more games"
            )
        self.unit = score_of_logit(features.score, features)
        self._static_unit = score_of_logit(features.static, features)
        # Only classes that occur have residuals.
        self._used: NDArray[np.int64] = np.unique(features.windows).astype(np.int64)
        number = np.zeros(len(meaning_of_class), features.windows.dtype)
        number[self._used] = np.arange(len(self._used))
        self._windows = number[features.windows]
        self._meant = jnp.asarray(meaning_of_class[self._used])

    def fit(
        self,
        options: FitOptions,
        listener: Callable[[Course], object] = lambda _: None,
        course: Course | None = None,
        start: FloatNet | None = None,
    ) -> Fitted:
        """Train a network; `listener` hears of each epoch. A `course` of these options goes on.

        start  the network to begin with, if not one of random numbers
        """
        target = targets(self.features, self.unit, options.blend, options.slips)
        points = round(options.batch * float(self.features.points.mean()) * ROOM)
        points = max(points, int(self.features.points.max()))
        steps = max(1, options.epochs * len(self.trained) // options.batch)
        optimiser = optimiser_of(Params, options.rate, options.decay, steps)
        step = jax.jit(partial(_step, optimiser))
        course = course or self._beginning(options, optimiser, start)
        params, state, dice = course.params, course.state, course.dice
        began = time.monotonic() - (course.epochs[-1].seconds if course.epochs else 0)
        for number in range(len(course.epochs) + 1, options.epochs + 1):
            total = count = 0.0
            order = dice.permutation(self.trained)
            for batch in self.batches(order, target, options.batch, points):
                params, state, mean_loss = step(params, state, self._meant, batch)
                total, count = total + mean_loss, count + 1
            tested = self.losses(self.logits(params, self.tested), self.tested, target)
            epoch = Epoch(number, float(total) / count, tested, time.monotonic() - began)
            reached = jax.device_get(params), jax.device_get(state)
            course = Course(*reached, dice, (*course.epochs, epoch))
            listener(course)
        predicted = self.logits(params, self.tested)
        tested_on = self.tested, target
        return Fitted(
            net=net_of(params, self._used, self._meaning_of_class),
            epochs=course.epochs,
            unit=self.unit,
            constant=self.losses(self._constant(target), *tested_on),
            static=self.losses(self._scaled(self.features.static, self._static_unit), *tested_on),
            search=self.losses(self._scaled(self.features.score, self.unit), *tested_on),
            positions=(len(self.trained), len(self.tested)),
            reliability=reliability(predicted, self.features.chosen(self.tested)),
        )

    def _beginning(
        self,
        options: FitOptions,
        optimiser: optax.GradientTransformation,
        start: FloatNet | None,
    ) -> Course:
        if start is None:
            params = initial(self._meanings, len(self._used), options.seed, borrow=options.borrow)
        else:
            params = params_of(start, self._used, self._meaning_of_class)
        dice = np.random.default_rng(options.seed)
        return Course(params, optimiser.init(params), dice, ())

    def batches(
        self, order: NDArray[np.int64], target: NDArray[np.float32], size: int, points: int
    ) -> Iterator[Batch]:
        """The positions in this order, as many in a batch as both limits allow."""
        ends = np.cumsum(self.features.points[order])
        first = 0
        while first < len(order):
            before = ends[first - 1] if first else 0
            fitting = int(np.searchsorted(ends, before + points, side="right"))
            last = min(first + size, fitting, len(order))
            yield self._batch(order[first:last], target, size, points)
            first = last

    def _batch(
        self, chosen: NDArray[np.int64], target: NDArray[np.float32], size: int, points: int
    ) -> Batch:
        counts = self.features.points[chosen]
        total = int(counts.sum())
        windows = np.zeros((points, 4), self._windows.dtype)
        windows[:total] = self._windows[self.features.places(chosen)]
        position = np.full(points, size, np.int32)
        position[:total] = np.repeat(np.arange(len(chosen), dtype=np.int32), counts)
        captured = np.zeros((size, 2), np.int32)
        captured[: len(chosen)] = self.features.captured[chosen]
        wanted, weight = np.zeros((2, size), np.float32)
        wanted[: len(chosen)] = target[chosen]
        weight[: len(chosen)] = 1
        return Batch(windows, position, captured, wanted, weight)

    def logits(self, params: Params, chosen: NDArray[np.int64]) -> NDArray[np.float32]:
        """The logits of these positions."""
        size = 512
        points = size * int(self.features.points.max())
        points = max(points // 2, int(self.features.points.max()))
        none = np.zeros(len(self.features), np.float32)
        by_batch = [
            np.asarray(_logits(params, self._meant, batch))[batch.weight > 0]
            for batch in self.batches(chosen, none, size, points)
        ]
        return np.concatenate(by_batch)

    def losses(
        self, predicted: NDArray[np.float32], chosen: NDArray[np.int64], target: NDArray[np.float32]
    ) -> Losses:
        """The losses of these logits of the chosen positions."""
        return losses(predicted, self.features.chosen(chosen), self.unit, target[chosen])

    def _constant(self, target: NDArray[np.float32]) -> NDArray[np.float32]:
        mean = float(target[self.trained].mean())
        return np.full(len(self.tested), np.log(mean / (1 - mean)), np.float32)

    def _scaled(self, scores: NDArray[np.int32], unit: float) -> NDArray[np.float32]:
        return (scores[self.tested] / unit).astype(np.float32)


def _step(
    optimiser: optax.GradientTransformation,
    params: Params,
    state: optax.OptState,
    meant: jax.Array,
    batch: Batch,
) -> tuple[Params, optax.OptState, jax.Array]:
    """One step of the optimiser, within what the file can hold."""
    mean_loss, gradient = jax.value_and_grad(loss)(params, meant, batch)
    updates, state = optimiser.update(gradient, state, params)
    params = optax.apply_updates(params, updates)
    params = params._replace(
        first=jnp.clip(params.first, -MOST_FIRST, MOST_FIRST),
        direct=jnp.clip(params.direct, -MOST_DIRECT, MOST_DIRECT),
    )
    return params, state, mean_loss


_logits = jax.jit(logits)
