"""Elo, LOS and LLR from counts: by their laws, and as other programs print them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.strength.elo import (
    Elo,
    elo_of_counts,
    elo_of_score,
    even_share,
    games_each,
    likelihood_of_superiority,
    moments,
    score_of_elo,
)
from arena.strength.models import MODELS
from arena.strength.sprt import estimate_nelo, thresholds
from arena.strength.unbiased import unbiased_elo

COUNTS = st.integers(0, 2000)
RESULTS = st.lists(COUNTS, min_size=5, max_size=5) | st.lists(COUNTS, min_size=3, max_size=3)


def of_games(wins: int = 0, draws: int = 0, losses: int = 0) -> Elo:
    """The estimate of these games, which must exist."""
    elo = elo_of_counts((losses, draws, wins))
    assert elo is not None
    return elo


def of_counts(*counts: int) -> Elo:
    """The estimate of these counts, which must exist."""
    elo = elo_of_counts(counts)
    assert elo is not None
    return elo


@given(st.floats(-1000, 1000))
def test_elo_and_score_are_one_scale(elo: float) -> None:
    """Converting an Elo difference to a score and back returns it; ten of eleven points are 400."""
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)
    assert score_of_elo(elo) + score_of_elo(-elo) == pytest.approx(1)
    known = [elo_of_score(score) for score in (0, 0.5, 10 / 11, 1)]
    assert known == pytest.approx([-math.inf, 0, 400, math.inf])


def test_known_interval() -> None:
    """With wins alone, the far end is the exact end of the binomial interval; with even pairs alone
    the interval shrinks with their number.
    """
    assert str(of_games(60, 20, 20)) == "+147 Elo [+86, +218]"
    assert 0 < of_counts(0, 0, 50, 0, 0).error < of_counts(0, 0, 5, 0, 0).error < math.inf
    for games, low in ((1, -636), (2, -290), (4, -72), (20, 277)):
        assert of_games(wins=games).low == pytest.approx(low, abs=1)
        assert of_games(wins=games).high == math.inf
        assert of_games(losses=games).high == pytest.approx(-low, abs=1)


@given(st.tuples(COUNTS, COUNTS, COUNTS).filter(any), RESULTS.filter(any))
def test_estimates_turn_with_the_players(games: tuple[int, int, int], counts: list[int]) -> None:
    """With the players swapped, Elo changes its sign and LOS becomes its complement."""
    for estimate, other in (
        (of_games(*games), of_games(*games[::-1])),
        (of_counts(*counts), of_counts(*counts[::-1])),
    ):
        assert estimate.elo == pytest.approx(-other.elo, abs=1e-6)
        assert estimate.low == pytest.approx(-other.high, abs=1e-6)
        assert estimate.low <= estimate.elo <= estimate.high
    los: Any = likelihood_of_superiority(counts)
    los_of_b: Any = likelihood_of_superiority(counts[::-1])
    assert los + los_of_b == pytest.approx(1)
    assert (los > 0.5) == (estimate.elo > 0) or los == pytest.approx(0.5)


def test_equal_results_and_none() -> None:
    """Without a deviation LOS is that of a coin with a uniform prior: one win proves nothing;
    without results there is neither an estimate nor a likelihood.
    """
    for counts, los in (
        *(((0, 0, 0, 0, 1), 0.75), ((0, 0, 3), 0.9375)),
        *(((2, 0, 0), 0.125), ((0, 0, 9, 0, 0), 0.5), ((0, 0, 0), None)),
    ):
        assert likelihood_of_superiority(counts) == los
    assert elo_of_counts((0, 0, 0, 0, 0)) is None
    assert elo_of_counts((0, 0, 0)) is None
    assert even_share((1, 2, 2)) == 0.4


# Each line: counts, worst first: measure, its bounds if any, the number as printed. ~ precedes the
# allowed difference, where the last digit is not the number's own.
KNOWN = """
# fastchess, tests of its Elo
34,54,63,64,75: elo 55.58, elo_error 27.65, nelo 57.94, nelo_error 28.28
34,54,63,64,75: los_percent 100.00, score .579
332,433,498,333,334: elo -8.64, elo_error 10.33, nelo -9.17, nelo_error 10.96, los_percent 5.05
7895,8757,5685,568,9999: elo -21.04, elo_error 2.95, nelo -19.01, nelo_error 2.65
89,123,76: elo -15.69, elo_error 30.46, nelo -20.76, nelo_error 40.13, los_percent 15.53
96,111,136: elo 40.70, elo_error 30.43, nelo 49.77, nelo_error 36.77, los_percent 99.60
356,0,34: nelo -508.44, nelo_error 34.48

# cutechess-cli 1.3.1, output; its 95 % are 1.957 deviations, and .1748 is cut off, not rounded
346,218,364: elo 6.7, elo_error 19.5~.1, los_percent 75.0, even_percent 23.5
346,218,364: logistic 0 10 .174~.01

# cutechess-cli, output
112,78,199: elo 79.0, elo_error 31.5~.1, even_percent 20.1

# Fishtest, page of Stockfish #4912
20,3679,8676,3645,10: elo -0.59, elo_error 1.8, nelo -1.21, nelo_error 3.8
20,3679,8676,3645,10: los_percent 26.6

# Fishtest, page of Stockfish #5050
200,4860,10023,4742,175: elo -1.46, elo_error 1.8, nelo -2.77, nelo_error 3.4
200,4860,10023,4742,175: los_percent 5.5

# Fishtest, page of raw statistics; 2.716 stands for 2.71575, which is 4 normalised Elo
13,37,50,25,3: score .4375, variance .05762, deviation_of_game .33946, nelo -63.97
13,37,50,25,3: normalized 0 4 -.54912
13,37,50,25,3: logistic 0 2.716 -.5378

# fastchess, tests of its SPRT
365,16618,36229,16974,390: normalized 0 2 2.25
127,4883,10712,5150,104: normalized -1.75 .25 3.01
223,9863,21279,10037,246: logistic .5 2.5 -3.07
871,26175,55983,26678,821: logistic 0 2 -4.98
36027,68692,36433: normalized 0 2 .92
21184,40708,21404: logistic .5 2.5 -1.57
68526,128429,68965: bayes 0 2 -1.26

# jw1912/SPRT
4063,8620,4307: logistic 0 3 2.99, bayes 0 3 2.47

# Fishtest's code, run; fastchess prints 111.82 and 2.94598 of the first two LLRs
0,0,0,0,5550: normalized 0 5 111.80
379,10170,21828,10640,343: normalized 0 2 2.9455
10789,19328,33806,19402,10543: elo -.7736, elo_error 1.2776, los_percent 11.77
10789,19328,33806,19402,10543: logistic -3 1 2.13107
39,2226,31451,2412,40: elo .9030, elo_error .6625
39,2226,31451,2412,40: logistic .2 .9 2.16254, normalized .764 3.439 2.16294
39,2226,31451,2412,40: unbiased .2 .9 .8652, unbiased_low .2 .9 .168, unbiased_high .2 .9 1.541

# Fishtest's code, run, without draws; there 95 % are 1.96 deviations
20,0,60,0,30: elo 31.67, elo_error 43.98~.01, normalized 0 10 .5131, logistic 0 10 .5345
0,0,10,0,10: normalized 0 20 1.0931
0,0,50,0,0: normalized 0 20 -.3243

# fastchess #783
379,10170,21828,10640,343: nelo 3.05, nelo_error 2.31

# OpenBench, page of Berserk #516
10,1072,2768,1327,13: normalized 0 2 2.8945
"""


def sure(estimate: Any) -> Any:
    """The estimate, which must exist."""
    assert estimate is not None
    return estimate


def mean_and_deviation(counts: Sequence[int]) -> tuple[float, float]:
    """The mean and deviation of counts."""
    return moments([count / sum(counts) for count in counts])


def unbiased(counts: Sequence[int], elo0: float, elo1: float) -> Any:
    """The median-unbiased estimate of a test in logistic Elo with error rates of 5 %."""
    bounds = score_of_elo(elo0), score_of_elo(elo1)
    return sure(unbiased_elo(counts, bounds, thresholds(0.05, 0.05)))


MEASURES: dict[str, Callable[..., float]] = {
    "elo": lambda counts: sure(elo_of_counts(counts)).elo,
    "elo_error": lambda counts: sure(elo_of_counts(counts)).error,
    "nelo": lambda counts: sure(estimate_nelo(counts)).nelo,
    "nelo_error": lambda counts: sure(estimate_nelo(counts)).error,
    "los_percent": lambda counts: 100 * sure(likelihood_of_superiority(counts)),
    "even_percent": lambda counts: 100 * even_share(counts),
    "score": lambda counts: mean_and_deviation(counts)[0],
    "variance": lambda counts: mean_and_deviation(counts)[1] ** 2,
    "deviation_of_game": lambda counts: mean_and_deviation(counts)[1] * games_each(counts) ** 0.5,
    "unbiased": lambda counts, *bounds: unbiased(counts, *bounds).elo,
    "unbiased_low": lambda counts, *bounds: unbiased(counts, *bounds).low,
    "unbiased_high": lambda counts, *bounds: unbiased(counts, *bounds).high,
    **{name: model.llr for name, model in MODELS.items()},
}


def half_a_unit(printed: str) -> float:
    """Half a unit of the last digit of a number."""
    return 0.5 * 10.0 ** -len(printed.partition(".")[2])


def test_every_number_that_others_print() -> None:
    """Estimates and errors equal those of other programs, to the last digit they print."""
    for line in filter(None, KNOWN.splitlines()):
        counts, _, numbers = line.partition(": ")
        for number in numbers.split(", ") if line[0] != "#" else ():
            what, _, printed = number.rpartition(" ")
            printed, _, tolerance = printed.partition("~")
            measure, *bounds = what.split()
            computed = MEASURES[measure](list(map(int, counts.split(","))), *map(float, bounds))
            allowed = float(tolerance or half_a_unit(printed))
            assert computed == pytest.approx(float(printed), abs=allowed), f"{counts}: {number}"
