"""The report of a study: one self-contained HTML file with what Optuna's dashboard does not show.

course      theta of every parameter, from -1 to 1 of its range
weights     before and after
acceptance  log-likelihood ratio of the sequential test, by pairs
"""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING

from arena.html_page import new_figure, page, picture, table
from arena.match.results import read_results
from arena.strength.score import MatchScore
from arena.strength.sprt import LEAST_PAIRS, Sprt, estimate_nelo
from search.net.file import NO_NET
from search.weights import Weights
from search.weights.file import game_weights
from tuning.acceptance.checks import MATCH_FILE, TEST, read_test
from tuning.identity import RESULT
from tuning.sampler import SETTINGS, course_of
from tuning.status import StudyStatus, load_phase, read_status

if TYPE_CHECKING:
    import optuna
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def report(folder: str) -> str:
    """The HTML page of the study in this folder, finished or not.

    Raises TuningError if there is none.
    """
    status = read_status(folder)
    parts = [f"<h1>{escape(os.path.basename(os.path.abspath(folder)))}</h1>", _summary(status)]
    for number, phase in enumerate(status.phases):
        study = load_phase(folder, status.plan, number)
        if study is not None and SETTINGS in study.user_attrs:
            parts += [f"<h2>{escape(phase.name)}</h2>", picture(_course_of_theta(study), "course")]
    parts += _patterns(folder, status)
    return page("Study", [*parts, *_acceptance(folder)])


def _summary(status: StudyStatus) -> str:
    plan = status.plan
    rows = {
        "game": plan.game,
        "sampler": f"SPSA, {plan.step_pairs} pairs per trial, seed {plan.seed}",
        "clock": plan.clock_text,
        "games": f"{status.games} of {2 * plan.pairs}",
        "trials": f"{status.trials} of {status.trials_wanted}",
        "CPU seconds of the games": f"{status.cpu_s:.0f}",
        "engine": status.identity["engine"],
        "state": "finished" if status.finished else "not finished",
    }
    return table(["", ""], [[name, value] for name, value in rows.items()])


def _course_of_theta(study: optuna.Study) -> Figure:
    spsa = course_of(study)
    figure, axes = _figure("theta within its range", "trials", "distance from the start")
    for parameter in spsa.space:
        line = [
            (point[parameter.name] - parameter.start) / (parameter.span / 2)
            for point in spsa.course
        ]
        axes.plot(line, label=parameter.name)
    axes.legend(fontsize="x-small", ncols=3)
    axes.set_ylim(-1.05, 1.05)
    return figure


def _patterns(folder: str, status: StudyStatus) -> list[str]:
    """The weights before and after as a picture and a table."""
    path = os.path.join(folder, RESULT)
    if not os.path.exists(path):
        return []
    after = game_weights(status.plan.rules, path, NO_NET)
    before = Weights(status.identity["base"], tunables=after.tunables)
    names = [name for phase in status.phases for name in phase.returned or {}]
    figure, axes = _figure("weights before and after", "", "value (symmetric logarithm)")
    places = range(len(names))
    for weights, name, shift in ((before, "before", -0.2), (after, "after", 0.2)):
        bars = [weights[tunable] for tunable in names]
        axes.bar([place + shift for place in places], bars, 0.4, label=name)
    axes.set_yscale("symlog", linthresh=10)
    axes.set_xticks(places, names, rotation=60, ha="right")
    axes.legend()
    known = before.tunables.by_name
    rows = [[name, str(before[name]), str(after[name]), known[name].meaning] for name in names]
    columns = ["weight", "before", "after", "meaning"]
    return ["<h2>Weights</h2>", picture(figure, "weights"), table(columns, rows, names=(0, 3))]


def _acceptance(folder: str) -> list[str]:
    """The curve of the sequential test, if it has begun."""
    path = os.path.join(folder, MATCH_FILE)
    if not os.path.exists(path):
        return []
    test, score, curve = sprt_of(folder), MatchScore(), []
    for record in read_results(path)[1]:
        score = score.with_game(record)
        if score.pairs.pairs >= LEAST_PAIRS:
            curve.append((score.pairs.pairs, test.llr(score.pairs.counts)))
    if not curve:
        return []
    title = f"acceptance: SPRT of [{test.nelo0:g}, {test.nelo1:g}] nElo"
    figure, axes = _figure(title, "pairs", "log-likelihood ratio")
    axes.plot([pairs for pairs, _ in curve], [llr for _, llr in curve])
    for bound in (test.lower, test.upper):
        axes.axhline(bound, color="grey", linestyle="--")
    counts = "-".join(map(str, score.pairs.counts))
    words = (
        f"<p>{score.total.games} games, pairs {counts}, {estimate_nelo(score.pairs.counts)}.</p>"
    )
    return ["<h2>Acceptance</h2>", words, picture(figure, "acceptance")]


def sprt_of(folder: str) -> Sprt:
    """The sequential test of the study."""
    if not os.path.exists(os.path.join(folder, TEST)):
        return Sprt(nelo0=0, nelo1=10)  # the default, for older studies, which did not store it
    return read_test(folder)[0]


def _figure(title: str, x: str, y: str) -> tuple[Figure, Axes]:
    figure, axes = new_figure()
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.grid(alpha=0.3)
    return figure, axes
