"""`pente.solve`: proofs of forced wins."""

from __future__ import annotations

import pytest

import pente

FOUR = pente.Game("gomoku-15").play("H8 A1 H9 A3 H10 A5")  # an open three, Black to move


def test_win_is_proved_with_its_tree() -> None:
    """A proof has a verdict, the shortest win and the answer to every defence."""
    proof = pente.solve(FOUR, nodes=100_000)
    assert (proof.verdict, proof.proved, proof.refuted) == ("proved", True, False)
    assert (proof.win_in, proof.by) == (2, "fours")
    assert proof.move == proof.moves[0]
    end = FOUR.after(proof.moves)
    assert end.outcome is not None
    assert end.outcome.winner == "black"
    assert proof.tree is not None
    assert proof.tree.move == proof.move
    for answer, then in proof.tree.answers.items():
        won = FOUR.after(proof.move, answer, then.move)
        assert (then.win_in, won.is_over) == (1, True)
    assert str(proof).startswith("proved: win in 2 by fours  ")
    assert str(proof).endswith(" ".join(proof.moves))


def test_refuted_and_undecided_are_verdicts() -> None:
    """Without a win the verdict is "refuted"; at a limit it is "undecided"."""
    refuted = pente.solve(pente.Game().play("K10 L11"), nodes=100_000)
    assert (refuted.refuted, refuted.move, refuted.win_in) == (True, None, None)
    assert "no win by fours and captures" in str(refuted)
    threes = pente.Game("gomoku-15").play("H8 A1 H9 A3 G9 A5 J8 C1")
    assert pente.solve(threes, nodes=50).verdict == "undecided"


def test_gipf_wins_are_counted_in_turns() -> None:
    """In Gipf the win is in own turns, its moves are turns, and the tree is made on request."""
    game = pente.Game("gipf-basic", position="w 8 1 Wc2 Wd3 We4 Wb5 Kd6 Kg5")
    proof = pente.solve(game, turns=2, tree=True)
    assert proof.by == "every move"
    if proof.proved:
        assert game.after(proof.moves).is_over
    assert pente.solve(pente.Game("gipf-basic"), turns=1).refuted


def test_bad_options_are_refused() -> None:
    """Options out of range, or of another game, and finished games are errors of the package."""
    with pytest.raises(pente.OptionError, match="turns limits wins in Gipf only"):
        pente.solve(FOUR, turns=3)
    with pytest.raises(pente.OptionError, match="turns is 31"):
        pente.solve(pente.Game("gipf"), turns=31)
    with pytest.raises(pente.OptionError, match="nodes is 0"):
        pente.solve(FOUR, nodes=0)
    with pytest.raises(pente.GameOver):
        pente.solve(FOUR.after("H11 A7 H12"))
