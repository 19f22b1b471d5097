"""Rules that every game keeps: all games pass the same tests."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.errors import IllegalMove
from games.family import AnyPosition
from games.registry import family_of
from tests.conditions import met, often
from tests.families import ALL_GAMES, LONGEST_GAME, Games

SEEDS = st.integers(0, 10_000)
LENGTHS = st.integers(0, 80) | st.just(LONGEST_GAME)
every_family = pytest.mark.parametrize("games", ALL_GAMES, ids=repr)


def whole_state(position: AnyPosition) -> tuple[object, ...]:
    """Everything that a position shows, its moves included."""
    return position.key, position.outcome, tuple(position.moves)


@every_family
@given(st.data(), SEEDS)
def test_conformance_undo_returns_the_exact_earlier_states(
    games: Games, data: st.DataObject, seed: int
) -> None:
    """Undoing a whole game passes through the same states as playing it, in reverse."""
    rules = data.draw(games.rules)
    position, states = family_of(rules).start(), []
    for move in games.play_randomly(rules, seed).moves:
        states.append(whole_state(position))
        position.play(move)
    while position.moves:
        last = position.moves[-1]
        assert position.undo() == last
        assert whole_state(position) == states.pop()
    assert whole_state(position) == whole_state(family_of(rules).start())


@every_family
@given(st.data(), SEEDS)
def test_conformance_a_finished_game_has_no_moves(
    games: Games, data: st.DataObject, seed: int
) -> None:
    """After the end no move is legal, and playing one is refused with the way the game ended."""
    position = games.play_randomly(data.draw(games.rules), seed)
    assert position.outcome is not None
    assert position.outcome.winner in (0, 1, None)
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove, match=f"over \\({position.outcome.termination}\\)"):
        position.play(0)


@every_family
@often(over=4)
@settings(max_examples=30)  # each example tries every possible move
@given(st.data(), SEEDS, LENGTHS)
def test_conformance_legal_moves_are_those_without_a_reason(
    games: Games, data: st.DataObject, seed: int, length: int
) -> None:
    """Legal moves are in order and exactly those without a reason against them, while the game goes
    on.
    """
    rules = data.draw(games.rules)
    position = games.play_randomly(rules, seed, length)
    legal = position.legal_moves()
    assert legal == [move for move in games.moves(rules) if position.why_illegal(move) is None]
    assert bool(legal) == (position.outcome is None)
    if position.outcome is not None:
        met("over")


@every_family
@often(refused=10)
@given(st.data(), SEEDS, LENGTHS)
def test_conformance_a_refused_move_changes_nothing(
    games: Games, data: st.DataObject, seed: int, length: int
) -> None:
    """An illegal move raises an error and leaves the position unchanged."""
    rules = data.draw(games.rules)
    position = games.play_randomly(rules, seed, length)
    move = data.draw(st.integers(-2, games.moves(rules).stop + 1))
    if position.why_illegal(move) is not None:
        met("refused")
        before = whole_state(position)
        with pytest.raises(IllegalMove):
            position.play(move)
        assert whole_state(position) == before


@every_family
@often(over=8)
@given(st.data(), SEEDS, LENGTHS)
def test_conformance_text_round_trips_through_a_game(
    games: Games, data: st.DataObject, seed: int, length: int
) -> None:
    """The state after any move of a game, the last included, reads back from its text."""
    rules = data.draw(st.sampled_from(tuple(games.presets.values())))
    position = games.play_randomly(rules, seed, length)
    family = family_of(rules)
    again = family.parse_position(family.format_position(position))
    assert again.key == position.key
    assert (again.outcome is None) == (position.outcome is None)
    if again.outcome is not None and position.outcome is not None:
        met("over")
        assert again.outcome.winner == position.outcome.winner
        assert again.outcome.termination == position.outcome.termination


@every_family
@often(played_on=7)
@given(st.data(), SEEDS, LENGTHS)
def test_conformance_copies_go_their_own_way(
    games: Games, data: st.DataObject, seed: int, length: int
) -> None:
    """A copy is the same situation without its past, and moves on it do not change the original."""
    position = games.play_randomly(data.draw(games.rules), seed, length)
    before = whole_state(position)
    again = position.copy()
    assert (again.key, again.outcome, again.moves) == (position.key, position.outcome, [])
    for move in again.legal_moves()[:1]:
        met("played_on")
        again.play(move)
        assert again.key != position.key
    assert whole_state(position) == before


@pytest.mark.parametrize(
    ("games", "name"), [(games, name) for games in ALL_GAMES for name in games.presets]
)
def test_conformance_games_begin_with_side_0(games: Games, name: str) -> None:
    """Side 0 moves first, no move has been played, and the position is the game's start."""
    rules = games.presets[name]
    family = family_of(rules)
    position = family.start()
    assert rules.name == name
    assert (position.side, position.outcome, position.moves) == (0, None, [])
    assert family.parse_position(family.format_position(position)).key == position.key
