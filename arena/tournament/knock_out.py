"""The handout's knock-out (CSCI 561 homework 2, spring 2023), for any number of entrants.

Each round pairs those that are left, by lot in the first round. Contestants that have met least
are paired where possible. With an odd number the one with the fewest byes so far has a bye. A
pairing plays an even number of games with swapped sides. A contestant that loses more than half of
them is out; at a tie both go on. So a round may eliminate nobody. The tournament ends when one is
left, or after a maximum number of rounds: then all that are left have won together. Each round has
new openings.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arena.game.spec import Job
from arena.strength.score import Tally
from arena.tournament.plan import TournamentSpec, games_of
from arena.tournament.standings import Standings, tally_of

MORE_ROUNDS = 3  # beyond those needed without a tie


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round.

    number    from 1
    fixtures  its games
    pairs     its pairs
    bye       who has no opponent, or None
    out       who is eliminated so far
    complete  whether it is decided
    """

    number: int
    fixtures: tuple[Job, ...]
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    out: frozenset[int]
    complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOut:
    """The state of a knock-out: its rounds so far, who is left, and whether it has ended."""

    rounds: tuple[Round, ...]
    left: tuple[int, ...]
    ended: bool


def most_rounds(spec: TournamentSpec) -> int:
    """The most rounds: those needed without a tie, and MORE_ROUNDS, unless specified."""
    return spec.rounds or (len(spec.contestants) - 1).bit_length() + MORE_ROUNDS


def knock_out(standings: Standings) -> KnockOut:
    """The state that follows from the games; equal games give an equal state."""
    spec = standings.spec
    left = list(range(len(spec.contestants)))
    random.Random(f"{spec.seed} knock-out").shuffle(left)
    rounds: list[Round] = []
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    begin = 0  # number of the round's first game
    while len(left) > 1 and len(rounds) < most_rounds(spec):
        pairs, bye = paired(left, met, byes)
        games = games_of(spec, pairs, begin, len(rounds) * spec.games // 2)
        latest = judged(standings, games, pairs, bye, number=len(rounds) + 1)
        rounds.append(latest)
        left = [contestant for contestant in left if contestant not in latest.out]
        if not latest.complete:
            return KnockOut(rounds=tuple(rounds), left=tuple(left), ended=False)
        met.update(pairs)
        byes.update([] if bye is None else [bye])
        begin += len(games)
    return KnockOut(rounds=tuple(rounds), left=tuple(left), ended=True)


def paired(
    left: Sequence[int], met: Counter[tuple[int, int]], byes: Counter[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of a round, and who has a bye."""
    rest, bye = list(left), None
    if len(rest) % 2:
        bye = min(reversed(rest), key=lambda candidate: byes[candidate])
        rest.remove(bye)
    pairs = []
    while rest:
        contestant = rest.pop(0)
        other = min(rest, key=lambda rival: met[min(contestant, rival), max(contestant, rival)])
        rest.remove(other)
        pairs.append((min(contestant, other), max(contestant, other)))
    return pairs, bye


def judged(
    standings: Standings,
    games: Sequence[Job],
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    *,
    number: int,
) -> Round:
    """A round with its eliminations so far.

    A pair is decided by its games, or when one of the two is disqualified.
    """
    last = games[-1].number
    disqualified = {
        contestant for contestant, game in standings.disqualified.items() if game <= last
    }
    out = {contestant for pair in pairs for contestant in pair if contestant in disqualified}
    complete = True
    for pair in pairs:
        if disqualified & set(pair):
            continue
        result = pair_result(standings, games, pair)
        if result.games < standings.spec.games:
            complete = False
        elif 2 * result.losses > result.games:
            out.add(pair[0])
        elif 2 * result.wins > result.games:
            out.add(pair[1])
    return Round(
        number=number,
        fixtures=tuple(games),
        pairs=tuple(pairs),
        bye=bye,
        out=frozenset(out),
        complete=complete,
    )


def pair_result(standings: Standings, games: Sequence[Job], pair: tuple[int, int]) -> Tally:
    """A pair's result in a round, from the first one's view; repeated games count here."""
    records = (standings.records.get(game.number) for game in games if game.pair == pair)
    return sum((tally_of(record, pair[0]) for record in records if record is not None), Tally())


def placing(standings: Standings) -> list[int]:
    """The contestants in the order of the last round that they came through."""
    state = knock_out(standings)
    gone = {contestant: played.number for played in state.rounds for contestant in played.out}
    last = len(state.rounds) + 1
    by_points = standings.ranking()
    return sorted(
        by_points,
        key=lambda contestant: (contestant in standings.disqualified, -gone.get(contestant, last)),
    )


def round_lines(standings: Standings, played: Round) -> list[str]:
    """In words who met whom in a round, and who goes on."""
    names = standings.spec.names
    lines = []
    for contestant, other in played.pairs:
        result = pair_result(standings, played.fixtures, (contestant, other))
        score = f"{result.points:g}-{result.games - result.points:g}"
        lines.append(
            f"{names[contestant]} - {names[other]} {score}: "
            f"{_verdict(standings, played, (contestant, other))}"
        )
    if played.bye is not None:
        lines.append(f"{names[played.bye]} has a bye")
    return lines


def _verdict(standings: Standings, played: Round, pair: tuple[int, int]) -> str:
    names, last = standings.spec.names, played.fixtures[-1].number
    out = [contestant for contestant in pair if contestant in played.out]
    broken = [
        contestant for contestant in out if standings.disqualified.get(contestant, last + 1) <= last
    ]
    if not out:
        result = pair_result(standings, played.fixtures, pair)
        return "both go on" if result.games == standings.spec.games else "being played"
    why = "is disqualified" if broken else "is out"
    lost = " and ".join(names[contestant] for contestant in out)
    ahead = [names[contestant] for contestant in pair if contestant not in out]
    return f"{ahead[0]} goes on, {lost} {why}" if ahead else f"{lost} are disqualified"
