"""The report of a tournament: one self-contained HTML page with its pictures as inline SVG.

Standings, Elo with errors, crosstable, rounds of a knock-out, points over the course of the games,
ends of the games, likelihood of superiority, broken contestants, settings.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from arena.html_page import new_figure, page, picture, table
from arena.tournament.plan import KNOCK_OUT
from arena.tournament.standings import players_of, tally_of
from arena.tournament.tables import progress, ranked, rating_notes, round_words, shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arena.strength.ratings import Ratings
    from arena.tournament.standings import Standings

SHOWN = 34  # characters of a name in a picture or a table
LINES = 12  # most contestants in the picture of the course


def report(standings: Standings, ratings: Ratings) -> str:
    """The page. The same games give the same page."""
    spec = standings.spec
    title = f"Tournament: {spec.format}, {spec.family.title}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(progress(standings))}, clock {escape(spec.clock)}, seed {spec.seed}.</p>",
        "<h2>Standings</h2>",
        _standings(standings, ratings),
        *(f'<p class="note">{escape(note)}.</p>' for note in rating_notes(ratings)),
    ]
    if standings.records:
        parts += [picture(_elo_bars(standings, ratings), "Elo of each contestant")]
    if spec.format == KNOCK_OUT:
        parts += ["<h2>Rounds</h2>", f"<pre>{escape(chr(10).join(round_words(standings)))}</pre>"]
    parts += ["<h2>Crosstable</h2>", _crosstable(standings)]
    if standings.records:
        parts += [
            "<h2>Course</h2>",
            picture(_course(standings), "Points over the course of the games"),
            "<h2>Ends of the games</h2>",
            *_ends(standings),
            "<h2>Likelihood of superiority</h2>",
            _superiority(standings, ratings),
        ]
    if broken := "".join(f"<li>{escape(line)}</li>" for line in standings.breakages.lines()):
        parts += ["<h2>Broken games</h2>", f"<ul>{broken}</ul>"]
    parts += ["<h2>Settings</h2>", _settings(standings)]
    return page(title, parts)


def _standings(standings: Standings, ratings: Ratings) -> str:
    rows = []
    for place, contestant in enumerate(ranked(standings), 1):
        total = standings.total(contestant)
        broken = contestant in standings.disqualified
        score = f"{100 * total.points / total.games:.1f} %" if total.games else ""
        rating = (
            "disqualified" if broken else str(ratings.players[contestant]) if total.games else ""
        )
        rows.append(
            [
                "-" if broken else str(place),
                standings.spec.names[contestant],
                *map(str, (total.games, total.wins, total.draws, total.losses)),
                f"{total.points:g}",
                score,
                rating,
            ]
        )
    head = ["", "contestant", "games", "won", "drawn", "lost", "points", "score", "Elo"]
    return table(head, rows, names=(1,))


def _crosstable(standings: Standings) -> str:
    """Each contestant's points of games against each other one, with won, drawn, lost."""
    ranking = ranked(standings)
    head = "".join(f"<th>{place}</th>" for place in range(1, len(ranking) + 1))
    lines = [f'<tr><th></th><th class="name">contestant</th>{head}</tr>']
    for place, contestant in enumerate(ranking, 1):
        cells = []
        for other in ranking:
            tally = standings.tally(contestant, other)
            if contestant == other:
                cells.append('<td class="self"></td>')
            elif not tally.games:
                cells.append("<td></td>")
            else:
                words = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
                cells.append(
                    f'<td title="{words}">{tally.points:g}<small>/{tally.games}</small></td>'
                )
        name = escape(shortened(standings.spec.names[contestant], SHOWN))
        lines.append(f'<tr><td>{place}</td><td class="name">{name}</td>{"".join(cells)}</tr>')
    return f'<div class="wide"><table>{"".join(lines)}</table></div>'


def _elo_bars(standings: Standings, ratings: Ratings) -> Figure:
    """A bar with its error for each contestant, the best on top; an arrow for a bound."""
    ranking = [
        contestant
        for contestant in ranked(standings)
        if contestant not in standings.disqualified and standings.total(contestant).games
    ][::-1]
    figure, axes = new_figure(0.42 * len(ranking) + 1.2)
    for place, contestant in enumerate(ranking):
        rating = ratings.players[contestant]
        axes.barh(place, rating.elo, color="#3b7dd8", height=0.6, alpha=0.75)
        ends = [(rating.low, "<"), (rating.high, ">")]
        known = [end if math.isfinite(end) else rating.elo for end, _ in ends]
        axes.plot(known, [place, place], color="#1b1f24")
        for place_of_end, (end, arrow) in zip(known, ends, strict=True):
            mark = "|" if math.isfinite(end) else arrow
            axes.plot([place_of_end], [place], mark, color="#1b1f24", markersize=8)
    axes.set_yticks(
        range(len(ranking)),
        [_plain(shortened(standings.spec.names[contestant], SHOWN)) for contestant in ranking],
    )
    axes.axvline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("Elo relative to the mean, with 95 % intervals; an arrow is an open end")
    axes.grid(axis="x", alpha=0.3)
    return figure


def _course(standings: Standings) -> Figure:
    """Each contestant's points minus half its games, over the games as they ended."""
    figure, axes = new_figure(4.2)
    best = [
        contestant for contestant in ranked(standings) if contestant not in standings.disqualified
    ][:LINES]
    for contestant in best:
        course = [0.0]
        for record in standings.records.values():
            counts = record.repeats is None and not set(players_of(record)) & set(
                standings.disqualified
            )
            gain = (
                tally_of(record, contestant).points - 0.5
                if contestant in players_of(record)
                else 0.0
            )
            course.append(course[-1] + (gain if counts else 0.0))
        axes.plot(
            course, label=_plain(shortened(standings.spec.names[contestant], SHOWN)), linewidth=1.6
        )
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("games that have ended")
    axes.set_ylabel("points above one half")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="x-small", loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def _ends(standings: Standings) -> list[str]:
    """The terminations as a picture and a table, and the lengths of the games."""
    ends = standings.terminations()
    figure, axes = new_figure(0.4 * len(ends) + 1.0)
    axes.barh(
        [how for how, _ in ends][::-1],
        [number for _, number in ends][::-1],
        color="#3b7dd8",
        height=0.6,
        alpha=0.75,
    )
    axes.set_ylim(-0.6, len(ends) - 0.4)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("games")
    first = standings.first_moves()
    plies = sorted(len(game.opening) + len(game.moves) for game in standings.records.values())
    words = (
        f"The side that moved first won {first.wins}, drew {first.draws} and lost {first.losses}. "
        f"Moves per game: {plies[0]} to {plies[-1]}, median {plies[len(plies) // 2]}."
    )
    rows = []
    for contestant in ranked(standings):
        lost: Counter[str] = Counter()
        for record in standings.records.values():
            if contestant in players_of(record) and tally_of(record, contestant).losses:
                lost[record.termination] += 1
        by = ", ".join(f"{how} {number}" for how, number in lost.most_common())
        rows.append([standings.spec.names[contestant], by or "-"])
    return [
        picture(figure, "Ends of the games"),
        f"<p>{words}</p>",
        table(["contestant", "lost by"], rows, names=(0, 1)),
    ]


def _superiority(standings: Standings, ratings: Ratings) -> str:
    """How likely each contestant is stronger than the next ones, in per cent."""
    ranking = [
        contestant for contestant in ranked(standings) if contestant not in standings.disqualified
    ]
    head = ["", "stronger than", *(str(place) for place in range(1, len(ranking) + 1))]
    rows = []
    for place, contestant in enumerate(ranking, 1):
        cells = [
            "" if contestant == other else f"{100 * ratings.superiority(contestant, other):.1f}"
            for other in ranking
        ]
        rows.append([str(place), shortened(standings.spec.names[contestant], SHOWN), *cells])
    note = '<p class="note">In per cent, from the ratings and their errors.</p>'
    return table(head, rows, names=(1,)) + note


def _settings(standings: Standings) -> str:
    spec = standings.spec
    rows = {
        "game": spec.rules,
        "format": spec.format,
        "games per pairing": str(spec.games),
        "clock": spec.clock,
        "openings": f"random, {spec.opening_plies} plies"
        if spec.openings is None
        else os.path.basename(spec.openings),
        "seed": str(spec.seed),
    }
    engines: dict[str, None] = {}
    for record in standings.records.values():
        for player in record.players:
            tree = f"commit {player.commit[:12]}" if player.commit else "no commit"
            weights = f", weights {player.weights}" if player.weights else ""
            engines[f"{player.name} {player.spec}: {tree}{weights}"] = None
    listed = "".join(f"<li>{escape(line)}</li>" for line in sorted(engines))
    settings = table(["", ""], list(rows.items()), names=(0, 1))
    return f"{settings}<h2>Contestants</h2><ul>{listed}</ul>"


def _plain(text: str) -> str:
    """A text in which matplotlib finds no formula."""
    return text.replace("$", r"\$")
