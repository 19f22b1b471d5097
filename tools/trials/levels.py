"""The ladder of levels: how often each level beats the one two below, and one-ply the weakest.

    python -m tools.trials.levels pente gomoku-15 --games 60
    python -m tools.trials.levels gomoku-9 --steps 10-8 9-7 --games 20
    python -m tools.trials.levels gipf-basic --clock nodes:20000

Every step is a match of paired games from the balanced openings in data/openings/GAME.txt, or from
random quiet ones if the game has none. Only the full level uses the whole clock. Each batch of
games is one JSON line of --results. It holds the game, both levels with their digests, clock, seed,
weights, commit, bench signature, and the results in order of play: W, D or L of the upper level.

A rerun resumes. It ignores lines with other weights or another table of levels. If another engine
(commit, changed code or signature) played a line that would count, the command stops and names
both; --resume-anyway counts the line. At the end it prints a row per step: the upper level's share
of the points with its 95 % interval over pairs of games.
"""

from __future__ import annotations

import argparse
import json
import os
from binascii import crc32
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from arena.appended import JsonLines
from arena.game.match_rules import match_family
from arena.match.jobs import JobPlayer
from arena.match.match import MatchSpec, Series, plan_match
from arena.match.provenance import commit_of_tree
from arena.match.results import format_engine
from arena.openings.files import own_openings
from arena.players.contestants import weights_digest
from arena.players.parsing import LEVEL, ONE_PLY, parse_contestant
from arena.strength.elo import elo_of_counts, score_of_elo
from arena.strength.pairs import half_points_of_a
from games.registry import GAMES
from search.bench import quick_signature
from search.levels import LEVELS, find_level

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

BATCH = 10  # games per line of the results file
LETTERS = "LDW"  # by half points
CLOCK = "nodes:300000"  # only the full level uses all of it
WANTED = 0.8

Step = tuple[str, str]  # contestants: the expected winner and loser


def ladder() -> list[Step]:
    """The steps of the whole ladder, the lowest first."""
    names = [f"{LEVEL}:{level.number}" for level in LEVELS]
    return [(ONE_PLY, names[0]), *((names[at], names[at - 2]) for at in range(2, len(names)))]


def digest_of(contestant: str, family: str) -> str:
    """A digest of a level's parameters; it changes with the table of levels."""
    kind, _, number = contestant.partition(":")
    if kind != LEVEL:
        return ""
    level = find_level(number, family)
    parameters = (
        getattr(level, slot) for slot in sorted(level._fields) if slot not in ("name", "number")
    )
    return f"{crc32(repr(tuple(parameters)).encode()):08x}"


class Ladder:
    """The steps of one game: it caches results in the results file and plays missing games."""

    def __init__(self, path: str, game: str, clock: str, seed: int, *, anyway: bool) -> None:
        self._game = game
        self._clock = clock
        self._seed = seed
        rules = match_family(game).rules
        self._family = rules.family
        weights = weights_digest(parse_contestant(f"{LEVEL}:1"), rules)
        self._about = {"game": game, "clock": clock, "seed": seed, "weights": weights}
        self._engine = {"commit": commit_of_tree(), "signature": quick_signature(self._family)}
        self._anyway = anyway
        self._kept = JsonLines(path, key_of)

    def results(self, step: Step, games: int) -> str:
        """The results of a step, a letter per game; plays the missing games."""
        return "".join(self._batch(step, first) for first in range(0, games, BATCH))

    def _batch(self, step: Step, first: int) -> str:
        entry: dict[str, Any] = {
            **self._about,
            "upper": step[0],
            "lower": step[1],
            "table": [digest_of(contestant, self._family) for contestant in step],
            "first": first,
        }
        key = key_of(entry)
        if key not in self._kept.known:
            entry["results"] = self._play(step, first)
            self._kept.append(entry | self._engine)
        known = self._kept.known[key]
        engine = {"commit": known["commit"], "signature": known.get("signature")}
        if engine != self._engine and not self._anyway:
            raise SystemExit(
                f"{self._kept.path}: {format_engine(engine)} played {step[0]} against {step[1]}, "
                f"this is {format_engine(self._engine)}: name another file with --results, or "
                "count its games with --resume-anyway"
            )
        return str(known["results"])

    def _play(self, step: Step, first: int) -> str:
        spec = MatchSpec(
            a=step[0],
            b=step[1],
            games=first + BATCH,
            rules=self._game,
            clock=self._clock,
            seed=self._seed,
            openings=own_openings(self._game),
        )
        series = Series(spec)
        with closing(JobPlayer()) as player:
            records = [player.play(series.settled(job)) for job in plan_match(spec)[first:]]
        return "".join(LETTERS[half_points_of_a(record)] for record in records)


def key_of(entry: dict[str, Any]) -> str:
    """The key of a batch: entries with the same key need only one run."""
    names = ("game", "clock", "seed", "weights", "upper", "lower", "table", "first")
    return json.dumps([entry[name] for name in names])


@dataclass(frozen=True, slots=True, kw_only=True)
class StepScore:
    """The score of a step: the upper level's share of the points, with its 95 % interval.

    A field of one of these names is in each line of --json.
    """

    game: str
    upper: str
    lower: str
    score: float
    low: float
    high: float
    won: int
    drawn: int
    lost: int

    def __str__(self) -> str:
        mark = "" if self.score >= WANTED else "  too low"
        return (
            f"{self.upper:<9} {self.lower:<9} {100 * self.score:5.1f} % "
            f"[{100 * self.low:5.1f}, {100 * self.high:5.1f}]"
            f"  {self.won:3} {self.drawn:3} {self.lost:3}{mark}"
        )


def score_of(game: str, step: Step, results: str) -> StepScore:
    """The score of a step, from its results in pairs of games."""
    points = [LETTERS.index(letter) for letter in results]
    counts = [0] * 5
    for first, second in zip(points[::2], points[1::2], strict=True):
        counts[first + second] += 1
    estimate = elo_of_counts(counts)
    assert estimate is not None  # there are games
    won, drawn, lost = (results.count(letter) for letter in "WDL")
    return StepScore(
        game=game,
        upper=step[0],
        lower=step[1],
        score=sum(points) / 2 / len(points),
        low=score_of_elo(estimate.low),
        high=score_of_elo(estimate.high),
        won=won,
        drawn=drawn,
        lost=lost,
    )


def steps_of(texts: list[str] | None) -> list[Step]:
    """The steps of these names, or all. Raises SystemExit for an unknown name."""
    named = {"-".join(step).replace(f"{LEVEL}:", ""): step for step in ladder()}
    if unknown := set(texts or ()) - set(named):
        raise SystemExit(f"unknown steps: {', '.join(unknown)}; expected {', '.join(named)}")
    return [named[text] for text in texts] if texts else list(named.values())


def main() -> None:
    """Play the missing games, and print a row per step."""
    parser = argparse.ArgumentParser(description="Measure the ladder of levels.")
    parser.add_argument("game", nargs="+", choices=GAMES)
    parser.add_argument("--games", type=int, default=60, help="games per step, a multiple of 10")
    parser.add_argument("--steps", nargs="+", help="steps such as one-ply-1 or 3-1")
    parser.add_argument("--clock", default=CLOCK)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--results", default=f"{ROOT}/data/results/levels.jsonl")
    parser.add_argument(
        "--resume-anyway",
        action="store_true",
        help="count lines that other engines played",
    )
    parser.add_argument("--json", action="store_true", help="print a line of JSON per step")
    words = parser.parse_args()
    for game in words.game:
        measured = Ladder(words.results, game, words.clock, words.seed, anyway=words.resume_anyway)
        if not words.json:
            print(f"{game}: upper, lower, points [95 %], won, drawn, lost", flush=True)
        for step in steps_of(words.steps):
            score = score_of(game, step, measured.results(step, words.games))
            print(json.dumps(asdict(score)) if words.json else score, flush=True)


if __name__ == "__main__":
    main()
