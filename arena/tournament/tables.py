"""A tournament as plain text: standings, crosstable, rounds, ends; and as a record for JSON."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from arena.extras import how_to_install
from arena.strength.elo import finite
from arena.tournament.knock_out import knock_out, most_rounds, placing, round_lines
from arena.tournament.plan import KNOCK_OUT, fixtures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.strength.ratings import Ratings
    from arena.tournament.standings import Standings

WIDTH = 80  # columns of a terminal
NAME_WIDTH = 30
CELL = 5


def standings_lines(standings: Standings, ratings: Ratings | None) -> list[str]:
    """The table of all contestants, best first, at most WIDTH columns wide."""
    head = f"{'':>3}  {'contestant':<{NAME_WIDTH}} {'games':>5} {'points':>6} {'score':>7}  Elo"
    lines = [head]
    for place, contestant in enumerate(ranked(standings), 1):
        total = standings.total(contestant)
        name = shortened(standings.spec.names[contestant], NAME_WIDTH)
        if contestant in standings.disqualified:
            lines.append(f"{'-':>3}  {name:<{NAME_WIDTH}} disqualified, its games do not count")
            continue
        score = f"{100 * total.points / total.games:.1f} %" if total.games else "-"
        line = f"{place:>3}  {name:<{NAME_WIDTH}} {total.games:>5} {total.points:>6g} {score:>7}"
        if ratings is not None and total.games:
            line += f"  {ratings.players[contestant]}"
        lines.append(line)
    return [line.rstrip() for line in lines]


def crosstable_lines(standings: Standings) -> list[str]:
    """Everybody's points against everybody, best first, by place; none if too wide.

    "x" stands for itself, "." for no game.
    """
    ranking = ranked(standings)
    name_width = WIDTH - 6 - CELL * len(ranking)
    if name_width < 8:
        return []
    name_width = min(name_width, NAME_WIDTH)
    head = "".join(f"{place:>{CELL}}" for place in range(1, len(ranking) + 1))
    lines = [f"{'':>3}  {'points against':<{name_width}}{head}"]
    for place, contestant in enumerate(ranking, 1):
        name = shortened(standings.spec.names[contestant], name_width)
        line = f"{place:>3}  {name:<{name_width}}"
        for other in ranking:
            tally = standings.tally(contestant, other)
            points = "x" if contestant == other else f"{tally.points:g}" if tally.games else "."
            line += f"{points:>{CELL}}"
        lines.append(line.rstrip())
    return lines


def ranked(standings: Standings) -> list[int]:
    """The contestants, best first; in a knock-out those that went further come first."""
    if standings.spec.format != KNOCK_OUT:
        return standings.ranking()
    return placing(standings)


def round_words(standings: Standings) -> list[str]:
    """The rounds of a knock-out in words, and who has won."""
    if standings.spec.format != KNOCK_OUT:
        return []
    state = knock_out(standings)
    lines = []
    for played in state.rounds:
        lines += [
            f"Round {played.number}",
            *(f"  {line}" for line in round_lines(standings, played)),
        ]
    names = [standings.spec.names[contestant] for contestant in state.left]
    if state.ended and len(names) == 1:
        lines.append(f"Winner: {names[0]}")
    elif state.ended and names:
        limit = f"after the maximum of {most_rounds(standings.spec)} rounds"
        lines.append(f"Winners together, {limit}: {', '.join(names)}")
    elif state.ended:
        lines.append("No winner: all contestants are out")
    return lines


def progress(standings: Standings) -> str:
    """In one line how many games have been played."""
    spec, played = standings.spec, len(standings.records)
    words = f"{played} games"
    if spec.format == KNOCK_OUT:
        rounds = knock_out(standings).rounds
        if rounds:
            done = sum(game.number in standings.records for game in rounds[-1].fixtures)
            of_round = len(rounds[-1].fixtures)
            words = f"round {rounds[-1].number}, {done} of {of_round} games, {played} in all"
    else:
        planned = len(fixtures(spec))
        if played <= planned:
            words = f"{played} of {planned} games"
    if standings.repeats:
        words += f" ({standings.repeats} repeats of earlier games do not count)"
    return words


def leaders(standings: Standings) -> str:
    """The three best contestants and their points in one line."""
    best = []
    for contestant in ranked(standings)[:3]:
        total = standings.total(contestant)
        best.append(
            f"{shortened(standings.spec.names[contestant], 24)} {total.points:g}/{total.games}"
        )
    return ", ".join(best)


def rating_notes(ratings: Ratings | None) -> list[str]:
    """What a reader must know of the ratings."""
    if ratings is None:
        return [f"Elo needs SciPy: {how_to_install('tournament')}"]
    notes = ["Elo: maximum likelihood, relative to the mean, ± 95 %"]
    if ratings.with_prior:
        notes.append(
            "Some won or lost every point: each counts one virtual draw; > and < are 97.5 % bounds"
        )
    return notes


def whole_text(standings: Standings, ratings: Ratings | None) -> str:
    """Everything about a tournament as text."""
    spec = standings.spec
    ends = ", ".join(f"{how} {number}" for how, number in standings.terminations())
    parts = [
        [f"{spec.format}, {spec.rules}, {spec.clock}: {progress(standings)}"],
        standings_lines(standings, ratings),
        crosstable_lines(standings),
        wrapped(round_words(standings)),
        wrapped([f"ends: {ends}", *rating_notes(ratings)]),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def wrapped(lines: Sequence[str]) -> list[str]:
    """The lines in at most WIDTH columns; what follows a break is indented."""
    return [
        part
        for line in lines
        for part in textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    ]


def shortened(name: str, width: int) -> str:
    """A name of at most this width; a longer one keeps its beginning and its end."""
    if len(name) <= width:
        return name
    tail = (width - 2) * 2 // 3
    return f"{name[: width - 2 - tail]}..{name[-tail:]}"


def summary(standings: Standings, ratings: Ratings | None) -> dict[str, object]:
    """The state of a tournament for JSON."""
    spec = standings.spec
    ranking = ranked(standings)
    told: dict[str, object] = {
        "format": spec.format,
        "game": spec.rules,
        "clock": spec.clock,
        "games_per_pair": spec.games,
        "games": len(standings.records),
        "repeats": standings.repeats,
        "contestants": [
            _contestant(standings, ratings, contestant, place)
            for place, contestant in enumerate(ranking, 1)
        ],
        "crosstable": [
            [
                None if contestant == other else [*standings.tally(contestant, other).counts[::-1]]
                for other in ranking
            ]
            for contestant in ranking
        ],
        "terminations": [{"how": how, "games": number} for how, number in standings.terminations()],
        "broken": standings.breakages.record(),
        "elo_with_prior": None if ratings is None else ratings.with_prior,
    }
    if spec.format == KNOCK_OUT:
        state = knock_out(standings)
        told["rounds"] = [
            {
                "round": played.number,
                "pairs": [[spec.names[contestant] for contestant in pair] for pair in played.pairs],
                "bye": None if played.bye is None else spec.names[played.bye],
                "out": sorted(spec.names[contestant] for contestant in played.out),
            }
            for played in state.rounds
        ]
        told["winners"] = (
            [spec.names[contestant] for contestant in state.left] if state.ended else None
        )
    return told


def _contestant(
    standings: Standings, ratings: Ratings | None, contestant: int, place: int
) -> dict[str, object]:
    total = standings.total(contestant)
    rating = None if ratings is None or not total.games else ratings.players[contestant]
    return {
        "place": place,
        "name": standings.spec.names[contestant],
        "player": str(contestant + 1),
        "games": total.games,
        "points": total.points,
        "wins": total.wins,
        "draws": total.draws,
        "losses": total.losses,
        "elo": None if rating is None else finite(rating.elo, 1),
        "elo_low": None if rating is None else finite(rating.low, 1),
        "elo_high": None if rating is None else finite(rating.high, 1),
        "disqualified": contestant in standings.disqualified,
    }
