"""What every game family does alike: texts, answers, symmetries, sentences."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.errors import IllegalMove, NotationError, UnknownRules
from games.family import AnyFamily, play_all
from games.five.position import BOARD_FULL, CAPTURES, FIVE
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE
from games.registry import GAMES, family_named, family_of
from tests.conditions import met, often
from tests.families import ALL_GAMES, Games

SEEDS = st.integers(0, 10_000)
LENGTHS = st.integers(0, 60)
every_family = pytest.mark.parametrize("games", ALL_GAMES, ids=repr)
ENDS = {
    "five": (FIVE, CAPTURES, BOARD_FULL),
    "gipf": (EMPTY_RESERVE, NO_GIPF_PIECE, GAME_LENGTH),
}


def drawn_game(games: Games, data: st.DataObject, seed: int, length: int) -> tuple[AnyFamily, Any]:
    """A game's family, and a position of it after random moves."""
    rules = data.draw(st.sampled_from(tuple(games.presets.values())))
    return family_of(rules), games.play_randomly(rules, seed, length)


def answer_at(position: Any) -> list[int]:
    """Return the moves of a legal answer; the position stays unchanged."""
    ahead, moves = position.copy(), list[int]()
    while ahead.outcome is None and ahead.side == position.side:
        moves.append(ahead.legal_moves()[-1])
        ahead.play(moves[-1])
    return moves


@every_family
@settings(max_examples=30)
@given(st.data(), SEEDS, LENGTHS)
def test_families_move_is_read_back_to_the_same_board(
    games: Games, data: st.DataObject, seed: int, length: int
) -> None:
    """A move's text reads back to the same board; Gipf may return another entry onto the spot."""
    family, position = drawn_game(games, data, seed, length)
    for move in position.legal_moves()[:20]:
        read = family.parse_move(position, family.format_move(position, move))
        ends = []
        for one in (move, read):
            position.play(one)
            ends.append(family.format_position(position))
            position.undo()
        assert ends[0] == ends[1]


@every_family
@settings(max_examples=30)
@given(st.data(), SEEDS, LENGTHS)
def test_families_answer_is_read_back_and_hands_the_move_over(
    games: Games, data: st.DataObject, seed: int, length: int
) -> None:
    """A whole answer is legal, its text means the same board, and then the other side decides."""
    family, position = drawn_game(games, data, seed, length)
    if position.outcome is not None:
        return
    moves = answer_at(position)
    assert family.why_illegal(position, moves) is None
    text = family.format_answer(position, moves)
    assert text == family.format_line(position, moves)[0]
    ends = []
    for each in (moves, family.parse_answer(position, text)):
        ends.append(position.copy())
        play_all(ends[-1], each)
    assert ends[0].key == ends[1].key
    assert ends[0].outcome is not None or ends[0].side != position.side


@every_family
@settings(max_examples=30)
@given(st.data(), SEEDS, LENGTHS)
def test_families_answer_that_is_not_whole_is_refused(
    games: Games, data: st.DataObject, seed: int, length: int
) -> None:
    """A legal answer without its last move, or with the reply added, is refused."""
    family, position = drawn_game(games, data, seed, length)
    if position.outcome is not None:
        return
    moves, before = answer_at(position), position.key
    assert family.why_illegal(position, moves[:-1]) is not None
    after = position.copy()
    play_all(after, moves)
    reply = (after.legal_moves() or [0])[0]
    assert family.why_illegal(position, [*moves, reply]) is not None
    assert position.key == before


@every_family
@often(taken=9)
@settings(max_examples=20)
@given(st.data(), SEEDS)
def test_families_captures_of_moves_add_up(games: Games, data: st.DataObject, seed: int) -> None:
    """Through a game a side's captures grow by what each of its moves captures."""
    family, end = drawn_game(games, data, seed, 1000)
    position = family.start()
    for move in end.moves:
        side = position.side
        before, taken = family.captured(position, side), family.taken_by(position, move)
        position.play(move)
        assert family.captured(position, side) == before + taken
        if taken:
            met("taken")


@every_family
@settings(max_examples=20)
@given(st.data(), SEEDS, st.integers(0, 8))
def test_families_images_of_an_opening_are_one_to_canonical(
    games: Games, data: st.DataObject, seed: int, length: int
) -> None:
    """Each symmetry maps an opening to a legal one with the same sides; `canonical` joins them."""
    family, position = drawn_game(games, data, seed, length)
    opening = tuple(position.moves)
    for symmetry in range(family.images):
        image = family.image(opening, symmetry)
        assert family.after(image).side == position.side
        assert family.canonical(image) == family.canonical(opening)
    assert family.image(opening, 0) == opening
    assert len(family.format_opening(opening)) <= len(opening)


@every_family
@settings(max_examples=20)
@given(st.data(), SEEDS)
def test_families_end_on_the_board_has_its_words(
    games: Games, data: st.DataObject, seed: int
) -> None:
    """The reason names the winner's or the loser's colour, the sentence the winner's."""
    family, position = drawn_game(games, data, seed, 1000)
    assert position.outcome is not None
    winner = position.outcome.winner
    reason = family.why_over(position, position.outcome)
    sentence = family.result_in_words(winner, position.outcome.termination)
    if winner is None:
        assert sentence.startswith("Draw: ")
        return
    assert reason.split()[0].lower() in family.colours
    assert sentence.startswith(f"{family.colours[winner].capitalize()} wins")


@pytest.mark.parametrize(
    ("game", "winner", "termination", "sentence"),
    [
        ("pente", 0, FIVE, "White wins by five in a row."),
        ("gomoku-9", 0, FIVE, "Black wins by five in a row."),
        ("pente", 1, CAPTURES, "Black wins by captures."),
        ("gomoku-9", None, BOARD_FULL, "Draw: the board is full."),
        ("gipf", 0, EMPTY_RESERVE, "White wins: Black has no piece left to bring in."),
        ("gipf", 1, NO_GIPF_PIECE, "Black wins: White has no GIPF-piece left on the board."),
        ("gipf", None, GAME_LENGTH, "Draw: the game has reached its limit of turns."),
        ("pente", 0, "resignation", "White wins by resignation."),
        ("gipf", 1, "time", "Black wins by time."),
        ("keryo", None, "agreement", "Draw: agreement."),
    ],
)
def test_families_result_is_told_in_a_sentence(
    game: str, winner: int | None, termination: str, sentence: str
) -> None:
    """A sentence says who has won and how; ends that the board does not show are told alike."""
    assert family_named(game).result_in_words(winner, termination) == sentence


@pytest.mark.parametrize("game", GAMES)
def test_families_tell_their_rules(game: str) -> None:
    """Each preset has its own title and its rules in sentences; its terms give the preset again."""
    family = family_named(game)
    assert family.title != game
    assert len(family.rules_in_words()) >= 2
    assert all(line.endswith(".") for line in family.rules_in_words())
    assert family_named(game, **family.terms).rules == family.rules == family_of(family.rules).rules
    assert set(family.won_by) | set(family.lost_by) == set(ENDS[family.name])


def test_families_terms_that_a_game_does_not_have_are_refused() -> None:
    """An unknown name, a handicap outside Gipf's basic game, or one too large is refused."""
    with pytest.raises(UnknownRules, match="gipf-basic"):
        family_named("chess")
    with pytest.raises(ValueError, match="without a handicap"):
        family_named("pente", pieces=(15, 15))
    with pytest.raises(ValueError, match="15 to 18"):
        family_named("gipf-basic", pieces=(15, 19))
    assert family_named("gipf-basic", most_turns=9, pieces=(15, 17)).terms == {
        "most_turns": 9,
        "pieces": (15, 17),
    }


@every_family
@pytest.mark.parametrize("text", ["", "I9", "Z99", "9" * 50, "xx", "\u0663"])
def test_families_text_that_names_no_move_is_refused(games: Games, text: str) -> None:
    """Any text that is no move or answer raises one of our errors."""
    for rules in games.presets.values():
        family = family_of(rules)
        for read in (family.parse_move, family.parse_answer):
            with pytest.raises((NotationError, IllegalMove)):
                read(family.start(), text)


def test_families_board_marks_a_move_and_the_last_stone() -> None:
    """Brackets mark a point's stone or empty place, at the edge as well."""
    family = family_named("gomoku-9")
    position = family.after([0, 8, 40])
    plain = family.board_lines(position)
    assert plain[1] == " 9 b . . . . . . . w 9"
    assert plain[5] == " 5 . . . . B . . . . 5"
    assert family.board_lines(position, 0)[1] == " 9[b]. . . . . . . w 9"
    assert family.board_lines(position, 8)[1] == " 9 b . . . . . . .[w]9"
    assert family.board_lines(position, 41)[5] == " 5 . . . . B[w]. . . 5"
    assert family.board_lines(position) == plain
