"""What `tune accept` says of its test and its verdict."""

from __future__ import annotations

from typing import cast

from arena.game.record import GameRecord
from arena.strength.pairs import PairCounts
from arena.strength.score import MatchScore, Tally
from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt
from cli.tuning.accept_command import sprt_line, verdict_record, verdict_words
from tuning.acceptance.accept import Verdict

TEST = Sprt(nelo0=0, nelo1=10)
GAME = cast("GameRecord", None)  # a waiting game is counted, but not read
PAIRED = PairCounts(counts=(0, 0, 2, 0, 2), waiting={4: GAME})
SCORE = MatchScore(first=Tally(wins=4), second=Tally(wins=2, losses=3), pairs=PAIRED)


def verdict(
    word: str, *, replaced: bool = False, before: str | None = None, score: MatchScore = SCORE
) -> Verdict:
    """A verdict on the file `mine.toml`."""
    return Verdict(
        game="keryo",
        verdict=word,
        score=score,
        written="mine.toml" if word == ACCEPTED else None,
        replaced=replaced,
        before=before,
    )


def said(decided: Verdict, *, named: bool = True, most_games: int = 9) -> list[str]:
    """The lines that a person reads."""
    words = verdict_words(TEST, decided, most_games=most_games, game="keryo", named=named)
    return words.split("\n")


def test_chance_and_elo_count_the_same_games() -> None:
    """Nine games are four pairs and a game without its partner; six points of eight are 75 %."""
    line = sprt_line(TEST, SCORE)
    assert line.startswith("9 games, 4 complete pairs: 75 %, +191 Elo [")
    assert "LLR +" in line
    record = verdict_record(TEST, SCORE, UNDECIDED, None, None)
    assert (record["games"], record["pairs"], record["winning_chance"]) == (9, 4, 0.75)
    one = MatchScore(first=Tally(wins=1), pairs=PairCounts(waiting={0: GAME}))
    assert sprt_line(TEST, one) == "1 game, no complete pair yet"
    two = MatchScore(first=Tally(wins=1, losses=1), pairs=PairCounts(counts=(0, 0, 1, 0, 0)))
    assert sprt_line(TEST, two).startswith("2 games, 1 complete pair: 50 %")
    assert verdict_record(TEST, one, UNDECIDED, None, None)["winning_chance"] is None


def test_each_verdict_says_the_score_and_what_to_do_next() -> None:
    """The first line has the games of the test; the others say what has happened and the way on. A
    test whose games repeated others does not ask for more of them.
    """
    state = sprt_line(TEST, SCORE)
    for decided, named, parts in (
        (verdict(REJECTED), True, (state, "rejected: nothing is changed")),
        (verdict(UNDECIDED), True, (state, "with more --games continues this test")),
        (
            verdict(ACCEPTED),
            True,
            (state, "mine.toml", "pente match engine:weights=mine.toml engine -g keryo"),
        ),
        (
            verdict(ACCEPTED, replaced=True),
            False,
            (state, "mine.toml", "mine.toml.previous", "every command"),
        ),
        (verdict(ACCEPTED, before="2026-01-02"), True, ("at 2026-01-02: mine.toml", "nothing")),
        (verdict(ACCEPTED, before="2026-01-02"), False, ("at 2026-01-02: mine.toml", "nothing")),
    ):
        lines = said(decided, named=named)
        assert len(lines) == len(parts)
        assert all(part in line for part, line in zip(parts, lines, strict=True)), lines
    assert "would add nothing" in said(verdict(UNDECIDED), most_games=400)[1]
