"""The report of a run of generations: one self-contained HTML page with its pictures.

strength     Elo of each net against the hand-fitted evaluation, and against the net before it
losses       log losses on held-out positions, by epoch and by generation
reliability  how often a side won, by the chance that the net predicted
"""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from arena.html_page import new_figure, page, picture, table
from arena.match.results import read_results
from arena.strength.elo import elo_of_counts
from arena.strength.score import score_of
from tuning.net.gate import read_gate, tests_of
from tuning.net.generations import ANCHOR, LearnPlan, Places, read_learn_plan
from tuning.net.training.fit_files import RECORD as FIT
from tuning.net.training.fit_files import read_fit

COLOURS = ("#0969da", "#bc4c00", "#1a7f37", "#8250df")


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """What a run knows of one generation; None for a step that has not ended.

    fit, gate  the records of fit and gate
    anchor     pairs against the hand-fitted evaluation, worst first
    """

    number: int
    net: str | None
    fit: dict[str, Any] | None
    gate: dict[str, Any] | None
    anchor: tuple[int, ...] | None


def read_generations(folder: str) -> list[Generation]:
    """The generations of a run, begun or complete."""
    generations = []
    for number in range(1, 1 + len(glob.glob(os.path.join(glob.escape(folder), "generation-*")))):
        places = Places(folder, number)
        fit = places.inside("fit")
        anchor = places.inside(ANCHOR)
        generations.append(
            Generation(
                number=number,
                net=places.net(),
                fit=read_fit(fit) if os.path.exists(os.path.join(fit, FIT)) else None,
                gate=read_gate(places.inside("gate")),
                anchor=tuple(score_of(read_results(anchor)[1]).pairs.counts)
                if os.path.exists(anchor)
                else None,
            )
        )
    return generations


def report(folder: str) -> str:
    """The page of the run in this folder, finished or not. Raises LearningError."""
    plan, generations = read_learn_plan(folder), read_generations(folder)
    title = f"{plan.game}: {os.path.basename(os.path.abspath(folder))}"
    parts = [f"<h1>{escape(title)}</h1>", _summary(plan), _table(generations)]
    fitted = [generation for generation in generations if generation.fit is not None]
    parts += _strength(generations)
    if fitted:
        parts += _losses(fitted)
        parts += _reliability(fitted[-1])
    return page(title, parts)


def _summary(plan: LearnPlan) -> str:
    low, high = plan.bounds
    rows = {
        "self-play": f"{plan.games} games a generation, {plan.nodes} nodes a move",
        "seed": str(plan.seed),
        "training": f"games of the last {plan.window} generations",
        "gate": f"SPRT {low:g} to {high:g} nElo at {' and '.join(plan.clocks)}",
    }
    return table(["", ""], list(rows.items()))


def _table(generations: Sequence[Generation]) -> str:
    names = ("generation", "positions", "result", "search", "turning points", "gate", "verdict")
    rows = []
    for generation in generations:
        cells = [str(generation.number)]
        if generation.fit is None:
            cells += ["", "", "", ""]
        else:
            last = generation.fit["epochs"][-1]["held_out"]
            cells += [str(generation.fit["trained"])]
            cells += [f"{last[name]:.4f}" for name in ("result", "score", "turning")]
        tests = tests_of(generation.gate) if generation.gate else ()
        cells.append("; ".join(f"{test.clock} {test.elo}" for test in tests))
        cells.append(generation.gate["verdict"] if generation.gate else "not tested yet")
        rows.append(cells)
    return f"<h2>Generations</h2>{table(names, rows)}"


def _strength(generations: Sequence[Generation]) -> list[str]:
    anchored = [
        (generation.number, elo)
        for generation in generations
        if generation.anchor is not None and (elo := elo_of_counts(generation.anchor)) is not None
    ]
    stepped = [
        (generation.number, elo)
        for generation in generations
        if generation.gate is not None and (elo := tests_of(generation.gate)[0].elo) is not None
    ]
    if not anchored and not stepped:
        return []
    figure, axes = new_figure()
    for shift, colour, label, elos in (
        (-0.05, COLOURS[0], "against the hand-fitted evaluation", anchored),
        (0.05, COLOURS[1], "gate: against the best net before", stepped),
    ):
        if elos:
            middle = np.array([elo.elo for _, elo in elos])
            errors = np.array([[elo.elo - elo.low, elo.high - elo.elo] for _, elo in elos]).T
            places = [number + shift for number, _ in elos]
            kept = np.isfinite(middle)
            axes.errorbar(
                np.array(places)[kept],
                middle[kept],
                yerr=np.clip(np.nan_to_num(errors[:, kept], posinf=800), 0, 800),
                fmt="o",
                capsize=4,
                color=colour,
                label=label,
            )
    axes.axhline(0, color="#57606a", linewidth=1)
    axes.set(
        xlabel="generation", ylabel="Elo", xticks=[generation.number for generation in generations]
    )
    axes.legend()
    return ["<h2>Strength</h2>", picture(figure, "Elo by generation with 95 % intervals")]


def _losses(generations: Sequence[Generation]) -> list[str]:
    """Log losses on held-out positions, by epoch, one colour for each generation."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    result, score = figure.subplots(1, 2)
    for generation in generations[-len(COLOURS) :]:
        assert generation.fit is not None, "the caller chose these"
        epochs = generation.fit["epochs"]
        numbers = [epoch["number"] for epoch in epochs]
        colour = COLOURS[generation.number % len(COLOURS)]
        for axes, name in ((result, "result"), (score, "score")):
            values = [epoch["held_out"][name] for epoch in epochs]
            axes.plot(numbers, values, "o-", color=colour, label=f"generation {generation.number}")
    last = generations[-1].fit
    assert last is not None, "the caller chose these"
    for axes, name, title in (
        (result, "result", "of the games' results"),
        (score, "score", "of the search's scores"),
    ):
        axes.axhline(last["static"][name], color="#57606a", linestyle="--", label="hand-fitted")
        axes.axhline(last["search"][name], color="#57606a", linestyle=":", label="search")
        axes.set(xlabel="epoch", title=f"log loss {title}")
    result.legend(fontsize=8)
    return ["<h2>Losses on held-out openings</h2>", picture(figure, "Log losses by epoch")]


def _reliability(generation: Generation) -> list[str]:
    assert generation.fit is not None, "the caller chose this one"
    points = np.array(generation.fit["reliability"])
    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="#57606a", linewidth=1)
    error = 2 * np.sqrt(points[:, 1] * (1 - points[:, 1]) / points[:, 2])
    axes.errorbar(points[:, 0], points[:, 1], yerr=error, fmt="o", capsize=3, color=COLOURS[0])
    axes.set(
        xlabel="winning chance that the net gives", ylabel="share won", xlim=(0, 1), ylim=(0, 1)
    )
    title = f"<h2>Reliability of generation {generation.number}</h2>"
    return [title, picture(figure, "Reliability diagram")]
