"""The command `elo`: what the results of a match say of strength."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import rich_click as click

from arena.errors import MatchError
from arena.strength.elo import (
    elo_of_counts,
    even_share,
    games_each,
    likelihood_of_superiority,
    moments,
    pair_ratio,
)
from arena.strength.models import MODELS
from arena.strength.pairs import PAIR_RESULTS
from arena.strength.sprt import NeloEstimate, check_hypotheses, decide, estimate_nelo, thresholds
from arena.strength.unbiased import unbiased_elo
from cli.arena_commands import SPRT_EXIT_CODES, error_rate
from cli.options import json_option

if TYPE_CHECKING:
    from arena.strength.elo import EloEstimate

GAME_RESULTS = ("lost", "drawn", "won")
MOST_RESULTS = 10**9  # of one kind: beyond, the LLR is no longer exact
TEST_KEYS = (
    *("model", "sprt", "llr", "lower", "upper", "verdict"),
    *("elo_unbiased", "elo_unbiased_interval"),
)
DIGITS = 6  # of a number in JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """What results, worst first, say of A: share of the points, Elo with errors, LOS."""

    counts: tuple[int, ...]
    score: float
    elo: EloEstimate
    nelo: NeloEstimate
    los: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Where a test stands: its LLR, the two at which it ends, and the Elo that allows for that."""

    bounds: tuple[float, float]
    model: str
    llr: float
    lower: float
    upper: float
    verdict: str
    unbiased: EloEstimate | None


@click.command(epilog="Example: pente elo 34,54,63,64,75 --sprt 0 10")
@click.argument("counts", metavar="COUNTS")
@click.option(
    "--sprt",
    nargs=2,
    type=float,
    metavar="LOW HIGH",
    help="Bounds of an SPRT. Exit code 0: HIGH accepted, 1: LOW accepted, 3: undecided.",
)
@click.option(
    "--model",
    type=click.Choice(list(MODELS)),
    default="normalized",
    show_default=True,
    help="Unit of LOW and HIGH; bayes needs three counts.",
)
@click.option(
    "--alpha", type=error_rate, default=0.05, show_default=True, help="Type I error of the SPRT."
)
@click.option(
    "--beta", type=error_rate, default=0.05, show_default=True, help="Type II error of the SPRT."
)
@json_option
def elo(
    *,
    counts: str,
    sprt: tuple[float, float] | None,
    model: str,
    alpha: float,
    beta: float,
    as_json: bool,
) -> None:
    """Compute Elo, normalised Elo, LOS and the state of an SPRT from COUNTS.

    COUNTS are five numbers of pairs, LL,LD,DD+WL,DW,WW, or three of games, WINS,DRAWS,LOSSES, all
    from A's point of view. Errors are half the width of the 95 % interval. Stopping at an SPRT
    bound biases Elo; `unbiased` corrects it.
    """
    results = parse_counts(counts)
    strength = strength_of(results)
    decision = None if sprt is None else decide_counts(results, sprt, model, (alpha, beta))
    if as_json:
        print(json.dumps(summary(strength, decision)))
    else:
        print(describe(strength, decision))
    sys.exit(0 if decision is None else SPRT_EXIT_CODES[decision.verdict])


def parse_counts(text: str) -> tuple[int, ...]:
    """The counts of results, worst first, that a text such as `34,54,63,64,75` names.

    Raises MatchError saying what was expected.
    """
    words = [word.strip() for word in text.split(",")]
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 11]
    if not len(numbers) == len(words) in (3, 5) or max(numbers) > MOST_RESULTS:
        raise MatchError(
            f"counts {text!r}: expected five of pairs, LL,LD,DD+WL,DW,WW, or three of games, "
            f"WINS,DRAWS,LOSSES, each a whole number up to {MOST_RESULTS}"
        )
    if not any(numbers):
        raise MatchError(f"counts {text!r}: expected at least one result")
    return tuple(numbers) if len(numbers) == 5 else tuple(reversed(numbers))


def strength_of(counts: tuple[int, ...]) -> Strength:
    """What these results say; there must be one at least."""
    elo, nelo = elo_of_counts(counts), estimate_nelo(counts)
    los = likelihood_of_superiority(counts)
    assert elo is not None
    assert nelo is not None
    assert los is not None
    mean, _ = moments([count / sum(counts) for count in counts])
    return Strength(counts=counts, score=mean, elo=elo, nelo=nelo, los=los)


def decide_counts(
    counts: tuple[int, ...], bounds: tuple[float, float], model: str, rates: tuple[float, float]
) -> Decision:
    """What the test between these bounds says; `rates` are alpha and beta.

    Raises MatchError for what is no test, or one that does not go with these counts.
    """
    check_hypotheses(*bounds)
    lower, upper = thresholds(*rates)
    llr = MODELS[model].llr(counts, *bounds)
    score0, score1 = (MODELS[model].score(counts, bound) for bound in bounds)
    return Decision(
        bounds=bounds,
        model=model,
        llr=llr,
        lower=lower,
        upper=upper,
        verdict=decide(llr, sum(counts), lower, upper),
        unbiased=unbiased_elo(counts, (score0, score1), (lower, upper)),
    )


def summary(strength: Strength, decision: Decision | None) -> dict[str, object]:
    """What `--json` prints; None stands for what is infinite, and for a test that is not there."""
    counts, elo = strength.counts, strength.elo
    return {
        "results": dict(zip(names_of(counts), counts, strict=True)),
        "games": games_each(counts) * sum(counts),
        "score": finite(strength.score),
        "elo": finite(elo.elo),
        "elo_error": finite(elo.error),
        "elo_interval": [finite(elo.low), finite(elo.high)],
        "nelo": finite(strength.nelo.nelo),
        "nelo_error": finite(strength.nelo.error),
        "los": finite(strength.los),
        **(dict.fromkeys(TEST_KEYS) if decision is None else summary_of_test(decision)),
    }


def summary_of_test(decision: Decision) -> dict[str, object]:
    """The part of that which tells of a test: TEST_KEYS."""
    found = decision.unbiased
    values = (
        decision.model,
        list(decision.bounds),
        finite(decision.llr),
        finite(decision.lower),
        finite(decision.upper),
        decision.verdict,
        None if found is None else finite(found.elo),
        None if found is None else [finite(found.low), finite(found.high)],
    )
    return dict(zip(TEST_KEYS, values, strict=True))


def describe(strength: Strength, decision: Decision | None) -> str:
    """The same for people."""
    counts, elo, nelo = strength.counts, strength.elo, strength.nelo
    results = [f"{name} {count}" for name, count in zip(names_of(counts), counts, strict=True)]
    games = games_each(counts) * sum(counts)
    rows = [
        ("results", ", ".join(results)),
        ("games", f"{games}, score {strength.score:.2%}, {even_share(counts):.1%} even"),
        ("ratio", f"{pair_ratio(counts):.2f} better than even to one worse"),
        ("Elo", f"{elo.elo:+.2f} ± {elo.error:.2f}  [{elo.low:+.2f}, {elo.high:+.2f}]"),
        ("nElo", f"{nelo.nelo:+.2f} ± {nelo.error:.2f}"),
        ("LOS", f"{strength.los:.2%}"),
        *([] if decision is None else describe_test(decision)),
    ]
    return "\n".join(f"{name:<8} {words}" for name, words in rows)


def describe_test(decision: Decision) -> list[tuple[str, str]]:
    """The rows that tell of a test."""
    low, high = decision.bounds
    found = decision.unbiased
    ends = f"({decision.lower:+.2f}, {decision.upper:+.2f})"
    rows = [
        ("SPRT", f"{low:g},{high:g} {decision.model}, {decision.verdict}"),
        ("LLR", f"{decision.llr:+.3f} {ends}"),
    ]
    if found is not None:
        words = f"{found.elo:+.2f} Elo  [{found.low:+.2f}, {found.high:+.2f}]"
        rows.append(("unbiased", words))
    return rows


def names_of(counts: tuple[int, ...]) -> tuple[str, ...]:
    """What each of these counts is of."""
    return PAIR_RESULTS if len(counts) == len(PAIR_RESULTS) else GAME_RESULTS


def finite(value: float) -> float | None:
    """The value for JSON, which has no infinity."""
    return round(value, DIGITS) if math.isfinite(value) else None
