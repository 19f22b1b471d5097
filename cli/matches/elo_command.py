"""The command `elo`: the strength that match results show."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

import rich_click as click

from arena.errors import MatchError
from arena.strength.elo import (
    Elo,
    elo_of_counts,
    even_share,
    finite,
    games_each,
    likelihood_of_superiority,
    share_of_points,
)
from arena.strength.models import MODELS
from arena.strength.pairs import PAIR_RESULTS
from arena.strength.sprt import (
    NORMALIZED,
    NeloEstimate,
    ToldTest,
    check_hypotheses,
    decide,
    estimate_nelo,
    parse_test,
    thresholds,
)
from arena.strength.unbiased import unbiased_elo
from cli.matches.shared import SPRT_EXIT_CODES
from cli.options import json_option, rate_options, sprt_option
from cli.output.settings import counted, print_answer

GAME_RESULTS = ("lost", "drawn", "won")
MOST_RESULTS = 10**9  # largest count of one result; beyond it the LLR is not exact
TEST_KEYS = (
    *("model", "sprt", "llr", "lower", "upper", "verdict"),
    *("elo_unbiased", "elo_unbiased_interval"),
)
NO_NELO = "unknown: all results are equal"
DIGITS = 6  # decimals of a number in JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The state of a test: its LLR, the LLRs at which it ends, and the bias-corrected Elo."""

    bounds: tuple[float, float]
    model: str
    llr: float
    lower: float
    upper: float
    verdict: str
    unbiased: Elo | None


@click.command(epilog="Example: pente elo 34,54,63,64,75 --sprt 0 10")
@click.argument("counts", metavar="COUNTS")
@sprt_option(
    "Bounds of an SPRT, also written LOW HIGH or, as in fastchess, elo0=LOW elo1=HIGH alpha=P "
    "beta=P model=MODEL. Exit code 0: HIGH accepted, 1: LOW accepted, 3: undecided."
)
@click.option(
    "--model",
    type=click.Choice(list(MODELS)),
    default=NORMALIZED,
    help="Unit of LOW and HIGH; bayes, also called bayesian, needs three counts.",
)
@rate_options
@json_option
def elo(*, counts: str, sprt: str | None, model: str, alpha: float, beta: float) -> None:
    """Compute Elo, LOS and the state of an SPRT from COUNTS.

    COUNTS are five numbers of pairs, LL,LD,DD+WL,DW,WW, or three of games, WINS,DRAWS,LOSSES, all
    from A's point of view. Errors are half the width of the 95 % interval. Stopping at an SPRT
    bound biases Elo; `unbiased` corrects it.
    """
    results = parse_counts(counts)
    decision = None
    if sprt is not None:
        decision = decide_counts(results, parse_test(sprt), model, (alpha, beta))
    print_answer(lambda: summary(results, decision), lambda: describe(results, decision))
    sys.exit(0 if decision is None else SPRT_EXIT_CODES[decision.verdict])


def parse_counts(text: str) -> tuple[int, ...]:
    """The counts of results, worst first, from a text such as `34,54,63,64,75`.

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


def estimates(counts: tuple[int, ...]) -> tuple[float, Elo, NeloEstimate, float]:
    """A's share of the points, Elo, normalised Elo and LOS; there must be at least one result."""
    mean, los = share_of_points(counts), likelihood_of_superiority(counts)
    elo, nelo = elo_of_counts(counts), estimate_nelo(counts)
    assert mean is not None
    assert elo is not None
    assert nelo is not None
    assert los is not None
    return mean, elo, nelo, los


def decide_counts(
    counts: tuple[int, ...], told: ToldTest, model: str, rates: tuple[float, float]
) -> Decision:
    """The state of a test; what it does not say is `model`, and alpha and beta of `rates`.

    Raises MatchError for invalid bounds, or a model that is unknown or does not fit the counts.
    """
    model = told.model or model
    if model not in MODELS:
        raise MatchError(f"SPRT model {model!r}: expected {', '.join(MODELS)}")
    bounds = (told.elo0, told.elo1)
    check_hypotheses(*bounds, MODELS[model].most)
    lower, upper = thresholds(*told.rates(*rates))
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


def summary(counts: tuple[int, ...], decision: Decision | None) -> dict[str, object]:
    """The answer as JSON; None stands for infinite values and for a missing test."""
    score, elo, nelo, los = estimates(counts)
    return {
        "results": dict(zip(names_of(counts), counts, strict=True)),
        "games": games_each(counts) * sum(counts),
        "score": finite(score, DIGITS),
        "elo": finite(elo.elo, DIGITS),
        "elo_error": finite(elo.error, DIGITS),
        "elo_interval": [finite(elo.low, DIGITS), finite(elo.high, DIGITS)],
        "nelo": finite(nelo.nelo, DIGITS),
        "nelo_error": finite(nelo.error, DIGITS),
        "los": finite(los, DIGITS),
        **dict.fromkeys(TEST_KEYS),
        **({} if decision is None else summary_of_test(decision)),
    }


def summary_of_test(test: Decision) -> dict[str, object]:
    """The fields of a test, those of TEST_KEYS that it has."""
    fields: dict[str, object] = {
        "model": test.model,
        "sprt": list(test.bounds),
        "llr": finite(test.llr, DIGITS),
        "lower": finite(test.lower, DIGITS),
        "upper": finite(test.upper, DIGITS),
        "verdict": test.verdict,
    }
    if test.unbiased is not None:
        interval = [finite(test.unbiased.low, DIGITS), finite(test.unbiased.high, DIGITS)]
        fields |= {
            "elo_unbiased": finite(test.unbiased.elo, DIGITS),
            "elo_unbiased_interval": interval,
        }
    return fields


def describe(counts: tuple[int, ...], decision: Decision | None) -> str:
    """The answer as text."""
    score, elo, nelo, los = estimates(counts)
    results = [f"{name} {count}" for name, count in zip(names_of(counts), counts, strict=True)]
    games = games_each(counts) * sum(counts)
    even = "drawn" if games_each(counts) == 1 else "of the pairs even"
    rows = [
        ("results", ", ".join(results)),
        ("games", f"{games}, score {score:.2%}, {even_share(counts):.1%} {even}"),
        ("balance", balance_in_words(counts)),
        ("Elo", f"{with_error(elo.elo, elo.error)}  [{elo.low:+z.2f}, {elo.high:+z.2f}]"),
        ("nElo", with_error(nelo.nelo, nelo.error) if math.isfinite(nelo.nelo) else NO_NELO),
        ("LOS", f"{los:.2%}"),
        *([] if decision is None else _describe_test(decision)),
    ]
    return "\n".join(f"{name:<8} {words}" for name, words in rows)


def with_error(value: float, error: float) -> str:
    """`+55.58 ± 27.65`; without an error that is infinite."""
    return f"{value:+z.2f} ± {error:.2f}" if math.isfinite(error) else f"{value:+z.2f}"


def balance_in_words(counts: tuple[int, ...]) -> str:
    """A's good and bad results: `A was ahead in 139 pairs and behind in 88: 1.58 to 1`."""
    middle = len(counts) // 2
    better, worse = sum(counts[middle + 1 :]), sum(counts[:middle])
    behind = f"{worse:,}" if worse else "none"
    if games_each(counts) == 1:
        words = f"A won {counted(better, 'game')} and lost {behind}"
    else:
        words = f"A was ahead in {counted(better, 'pair')} and behind in {behind}"
    return f"{words}: {better / worse:.2f} to 1" if better and worse else words


def _describe_test(decision: Decision) -> list[tuple[str, str]]:
    low, high = decision.bounds
    unbiased = decision.unbiased
    ends = f"({decision.lower:+z.2f}, {decision.upper:+z.2f})"
    rows = [
        ("SPRT", f"{low:g},{high:g} {decision.model}, {decision.verdict}"),
        ("LLR", f"{decision.llr:+z.3f} {ends}"),
    ]
    if unbiased is not None:
        words = f"{unbiased.elo:+z.2f} Elo  [{unbiased.low:+z.2f}, {unbiased.high:+z.2f}]"
        rows.append(("unbiased", words))
    return rows


def names_of(counts: tuple[int, ...]) -> tuple[str, ...]:
    """The name of each result counted."""
    return PAIR_RESULTS if len(counts) == len(PAIR_RESULTS) else GAME_RESULTS
