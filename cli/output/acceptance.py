"""What `tune accept` prints: the state of its test, and the verdict as text or JSON.

Chance, Elo and LLR all count complete pairs of games; a game whose partner is missing is in none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.strength.elo import elo_of_counts
from arena.strength.sprt import ACCEPTED, REJECTED
from cli.output.settings import counted
from cli.output.study import chance_of

if TYPE_CHECKING:
    from arena.strength.score import MatchScore
    from arena.strength.sprt import Sprt
    from tuning.acceptance.accept import Verdict


def sprt_line(test: Sprt, score: MatchScore) -> str:
    """The state of a test in one line: `32 games, 16 complete pairs: 50 %, ...`."""
    counts, games = score.pairs.counts, score.total.games
    chance = chance_of(counts)
    if chance is None:
        return f"{counted(games, 'game')}, no complete pair yet"
    strength = f"{100 * chance:.0f} %, {elo_of_counts(counts)}"
    llr = f"LLR {test.llr(counts):+z.2f} ({test.lower:+z.2f}, {test.upper:+z.2f})"
    pairs = counted(score.pairs.pairs, "complete pair")
    return f"{counted(games, 'game')}, {pairs}: {strength}, {llr}"


def verdict_words(test: Sprt, found: Verdict, *, most_games: int, game: str, named: bool) -> str:
    """The verdict for people, below the state of the test.

    `named` tells whether the user named the file that was written.
    """
    if found.before is not None:
        return (
            f"already accepted, at {found.before}: {found.written} has these weights\n"
            "nothing is played or changed"
        )
    lines = [sprt_line(test, found.score)]
    if found.verdict == ACCEPTED:
        lines.append(f"accepted: {found.written} has the study's weights now")
        if found.replaced:
            lines.append(f"the file before is kept as {found.written}.previous")
        if named:
            lines.append(
                f"to play with them: pente match engine:weights={found.written} engine -g {game}"
            )
        else:
            lines.append("every command that runs from this checkout plays with them")
    elif found.verdict == REJECTED:
        lines.append("rejected: nothing is changed")
    else:
        lines.append(f"undecided: nothing is changed; {_way_on(found.score, most_games)}")
    return "\n".join(lines)


def _way_on(score: MatchScore, most_games: int) -> str:
    if score.total.games + score.repeats < most_games:
        return (
            "the last games repeated earlier ones, so more games would add nothing. A clock by "
            "time (--clock cpu-move:0.1) in another test gives other games"
        )
    return "the same command with more --games continues this test"


def verdict_record(
    test: Sprt, score: MatchScore, verdict: str, written: str | None, before: str | None
) -> dict[str, object]:
    """The verdict as JSON; chance and LLR count the complete pairs."""
    counts = score.pairs.counts
    chance = chance_of(counts)
    return {
        "verdict": verdict,
        "games": score.total.games,
        "pairs": score.pairs.pairs,
        "winning_chance": None if chance is None else round(chance, 4),
        "pentanomial": list(counts),
        "llr": round(test.llr(counts), 4),
        "written": written,
        "accepted_before": before,
    }
