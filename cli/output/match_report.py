"""The result of a match: tables for people, one record for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table as RichTable
from rich.text import Text

from arena.match.repeats import MOST_IN_A_ROW
from arena.strength.elo import elo_of_counts, finite, share_of_points
from arena.strength.pairs import PAIR_RESULTS
from arena.strength.sprt import estimate_nelo

if TYPE_CHECKING:
    from arena.game.record import GameRecord
    from arena.match.match import MatchSpec
    from arena.strength.score import MatchScore
    from arena.strength.sprt import Sprt


def match_table(spec: MatchSpec, score: MatchScore, test: Sprt | None = None) -> Group:
    """The state of a match as tables (results by side, endings, time) with Elo, pairs and test."""
    results = results_table(spec, score)
    endings = RichTable("winner", "how", "games")
    for winner, how, games in score.ends:
        endings.add_row(winner or "draw", how, str(games))
    times = RichTable("player", "answers", "CPU s", "longest answer", "most in one game")
    for name, use in sorted(score.time.items()):
        longest, most = f"{use.longest_cpu_s:.3f}", f"{use.most_cpu_in_a_game_s:.1f}"
        times.add_row(name, str(use.answers), f"{use.cpu_s:.1f}", longest, most)
    game = spec.rules
    if spec.pieces is not None:
        white, black = spec.pieces
        game = f"{game} with {white} White and {black} Black pieces"
    played = f"{format_progress(spec, score)}, {game}, {spec.clock}"
    line = Text(
        played + strength(score).replace("A ", "A's winning chance ", 1)
    )  # plain: `:100:` is an emoji
    lines = [line, *(Text(words) for words in pair_lines(score, test))]
    return Group(results, endings, times, *lines)


def live_view(spec: MatchSpec, score: MatchScore, test: Sprt | None = None) -> Group:
    """The state of a running match, short enough for a small terminal."""
    results = results_table(spec, score)
    lines = [progress_line(spec, score, test), *pair_lines(score, None)]
    return Group(results, *(Text(words) for words in lines))


def results_table(spec: MatchSpec, score: MatchScore) -> RichTable:
    """The results by side; the players are plain text, since a name may look like markup."""
    title = Text(f"A {spec.a} - B {spec.b}")
    results = RichTable("", "games", "A won", "drawn", "A lost", title=title)
    for name, tally in (("A first", score.first), ("B first", score.second), ("all", score.total)):
        numbers = (tally.games, tally.wins, tally.draws, tally.losses)
        results.add_row(name, *map(str, numbers))
    return results


def format_progress(spec: MatchSpec, score: MatchScore) -> str:
    """The number of games of a match: those that count, those requested, those that repeat."""
    games = score.total.games
    words = f"{games} of {spec.games} games"
    if games + score.repeats > spec.games:  # a resumed file may hold more than requested
        words = f"{games} games, {spec.games} requested"
    if score.repeats:
        words += f" ({score.repeats} repeats of earlier games do not count)"
    return words


def progress_line(spec: MatchSpec, score: MatchScore, test: Sprt | None = None) -> str:
    """A running match in one line."""
    llr = "" if test is None else f", LLR {test.llr(score.pairs.counts):+z.2f}"
    return f"{format_progress(spec, score)}{strength(score)}{llr}"


def strength(score: MatchScore) -> str:
    """A's winning chance and Elo, as the end of a line; "" before the first game."""
    chance, elo = share_of_points(score.total.counts), elo_of_counts(score.counts)
    return "" if chance is None or elo is None else f": A {100 * chance:.0f} %, {elo}"


def game_line(record: GameRecord) -> str:
    """One game in one line."""
    plies = len(record.opening) + len(record.moves)
    if record.winner is None:
        return f"game {record.game + 1}: draw after {plies} plies, {record.termination}"
    winner = f"{record.winner_name} wins as {record.winner.capitalize()}"
    return f"game {record.game + 1}: {winner} after {plies} plies, {record.termination}"


def only_repeats(spec: MatchSpec, score: MatchScore) -> str | None:
    """The reason why a match ended early, if its games only repeated others; or None."""
    if not score.repeats or score.total.games + score.repeats >= spec.games:
        return None
    return (
        f"stopped: the last {MOST_IN_A_ROW} games repeated earlier ones, so more games would add "
        "nothing. These players are deterministic: use more openings (--openings, "
        "--opening-plies) or a clock by time (--clock cpu-move:0.1)"
    )


def pair_lines(score: MatchScore, test: Sprt | None) -> list[str]:
    """The results of the pairs, the normalised Elo and the state of the test, as lines."""
    counts = score.pairs.counts
    results = ", ".join(f"{name} {n}" for name, n in zip(PAIR_RESULTS, counts, strict=True))
    nelo = estimate_nelo(counts)
    lines = [f"pairs {score.pairs.pairs}: {results}" + (f"; A {nelo}" if nelo else "")]
    if test is not None:
        lines.append(
            f"SPRT {test.nelo0:g},{test.nelo1:g} nElo: LLR {test.llr(counts):+z.2f} "
            f"({test.lower:+z.2f}, {test.upper:+z.2f}), {test.verdict(counts)}"
        )
    return lines


def summary(spec: MatchSpec, score: MatchScore, test: Sprt | None = None) -> dict[str, object]:
    """The state of a match as JSON."""
    chance, elo = share_of_points(score.total.counts), elo_of_counts(score.counts)
    counts = score.pairs.counts
    nelo = estimate_nelo(counts)
    return {
        "a": spec.a,
        "b": spec.b,
        "game": spec.rules,
        "pieces": None if spec.pieces is None else list(spec.pieces),
        "clock": spec.clock,
        "games": score.total.games,
        "wins": score.total.wins,
        "draws": score.total.draws,
        "losses": score.total.losses,
        "winning_chance": None if chance is None else round(chance, 4),
        "elo": None if elo is None else [finite(end, 2) for end in (elo.low, elo.elo, elo.high)],
        "pentanomial": list(counts),
        "nelo": None if nelo is None else finite(nelo.nelo, 2),
        "nelo_error": None if nelo is None else finite(nelo.error, 2),
        "llr": None if test is None else round(test.llr(counts), 4),
        "llr_bounds": None if test is None else [round(test.lower, 4), round(test.upper, 4)],
        "sprt": None if test is None else test.verdict(counts),
        "repeats": score.repeats,
        "terminations": [
            {"winner": winner or "draw", "how": how, "games": games}
            for winner, how, games in score.ends
        ],
        "cpu_s": {name: round(use.cpu_s, 3) for name, use in score.time.items()},
        "most_cpu_in_a_game_s": {
            name: round(use.most_cpu_in_a_game_s, 3) for name, use in score.time.items()
        },
        "longest_game_plies": score.longest_game,
    }
