"""The laws of every family of games. Each takes a family, rules and a seed, and asserts.

`conform` runs them all; a plugged family needs no more than `Games(name, presets, of=...)`.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from itertools import chain
from random import Random
from typing import Any

import pytest

from games.errors import IllegalMove, NotationError
from games.family import play_all
from games.handicap import Handicap
from games.images import Images
from games.registry import family_named
from search.score import INFINITY
from tests.families import LONGEST_GAME, Games

Law = Callable[[Games, Any, int], None]
SOME = 12  # of the moves of a position, where each is costly
DRAWN = "drawn"  # stands for rules of all kinds among the names of presets


def names_of(games: Games) -> list[str]:
    """The presets of a family, and DRAWN where it has rules of its own kind."""
    return [*games.presets, *([DRAWN] if games.drawn else [])]


def rules_of(games: Games, name: str, seed: int) -> Any:
    """The rules of a preset, or drawn ones."""
    if name != DRAWN:
        return games.presets[name]
    assert games.drawn is not None
    return games.drawn(Random(seed))


def conform(games: Games, seeds: range = range(8)) -> None:
    """Run all laws for every preset of a family; a failure names law, preset and seed."""
    for name in names_of(games):
        for law in LAWS:
            keep(games, name, law, seeds)


def keep(games: Games, name: str, law: Law, seeds: range) -> None:
    """Run one law for one preset."""
    for seed in seeds:
        try:
            law(games, rules_of(games, name, seed), seed)
        except (Exception, pytest.fail.Exception) as error:
            error.add_note(f"{law.__name__}: {games}, {name}, seed {seed}")
            raise


def state(games: Games, position: Any) -> tuple[object, ...]:
    """Everything that a position shows, its moves included."""
    text = games.of(position.rules).format_position(position)
    return position.key, position.outcome, tuple(position.moves), position.side, text


def end_of(position: Any) -> tuple[int | None, str] | None:
    """Who has won and how, if the game is over."""
    outcome = position.outcome
    return None if outcome is None else (outcome.winner, outcome.termination)


def some(moves: list[int], dice: Random, most: int = SOME) -> list[int]:
    """A few of these moves."""
    return dice.sample(moves, min(most, len(moves)))


def game_of(games: Games, rules: Any, seed: int) -> Any:
    """A random game, mostly whole, else the beginning of one."""
    dice = Random(f"game {seed}")
    return games.play_randomly(rules, seed, dice.choice((LONGEST_GAME, LONGEST_GAME, 40)))


def before_each(games: Games, rules: Any, seed: int) -> Iterator[tuple[Any, int]]:
    """The position before each move of a random game, and that move; it is played afterwards."""
    position = games.of(rules).start()
    for move in game_of(games, rules, seed).moves:
        yield position, move
        position.play(move)
    yield position, -1


# Rules, play and undo


def rules_are_values(_games: Games, rules: Any, _seed: int) -> None:
    """Rules equal their copies, pickled ones included, and cannot be changed; each side has a
    colour of its own.
    """
    for same in (copy(rules), deepcopy(rules), pickle.loads(pickle.dumps(rules))):  # noqa: S301 - our own bytes
        assert (same, hash(same)) == (rules, hash(rules))
    assert rules.name in repr(rules)
    for slot in type(rules).__slots__:
        with pytest.raises(AttributeError, match=f"cannot set {slot}"):
            setattr(rules, slot, getattr(rules, slot))
    assert {rules.colour_of(side) for side in (0, 1)} == {"black", "white"}
    assert [rules.side_of(rules.colour_of(side)) for side in (0, 1)] == [0, 1]


def start_is_side_0_s(games: Games, rules: Any, _seed: int) -> None:
    """Side 0 moves first, and no move has been played; each handicap begins a game of its own."""
    family = games.of(rules)
    position = family.start()
    assert (position.side, position.outcome, position.moves) == (0, None, [])
    assert position.rules == rules
    again = family.start()
    assert (again.key, again is position) == (position.key, False)
    for handicap in family.handicaps:
        begun = family.start_with(handicap)
        assert begun.legal_moves()
        assert (begun.outcome, begun.moves) == (None, [])
        assert family.parse_start(family.format_start(begun)).key == begun.key != position.key
    with pytest.raises(ValueError, match="handicap"):
        family.start_with(Handicap("moves", 1, 3))


def undo_returns_the_earlier_states(games: Games, rules: Any, seed: int) -> None:
    """Undoing a whole game passes through the same states as playing it, in reverse."""
    states, position = [], None
    for position, move in before_each(games, rules, seed):
        if move >= 0:
            states.append(state(games, position))
    assert position is not None
    while position.moves:
        last = position.moves[-1]
        assert position.undo() == last
        assert state(games, position) == states.pop()
    assert not states


def legal_moves_are_those_without_a_reason(games: Games, rules: Any, seed: int) -> None:
    """Legal moves are in order, exactly those without a reason against them; others are refused.

    A refused move changes nothing, and a legal one, taken back, neither.
    """
    dice = Random(seed)
    position = game_of(games, rules, seed)
    for _ in range(3):
        before, legal = state(games, position), position.legal_moves()
        assert bool(legal) == (position.outcome is None)
        assert all(position.why_illegal(move) is None for move in legal)
        others = [-1, -2]
        if games.moves is not None:
            numbers = games.moves(rules)
            assert legal == [move for move in numbers if position.why_illegal(move) is None]
            others += [numbers.stop, *some(sorted({*numbers} - {*legal}), dice)]
        for move in others:
            with pytest.raises(IllegalMove):
                position.play(move)
        for move in some(legal, dice):
            position.play(move)
            assert position.undo() == move
        assert state(games, position) == before
        if not position.moves:
            break
        for _ in range(dice.randint(1, len(position.moves))):
            position.undo()


def game_that_is_over_has_no_moves(games: Games, rules: Any, seed: int) -> None:
    """No move is legal after the end; refusing one names the end, and words tell who has won.

    A winning row is the winner's, and has the last move.
    """
    family, position = games.of(rules), games.play_randomly(rules, seed)
    outcome = position.outcome
    assert outcome is not None
    assert outcome.winner in (0, 1, None)
    if outcome.line and outcome.winner is not None:
        assert {position.cells[place] for place in outcome.line} == {1 + outcome.winner}
        assert position.moves[-1] in outcome.line
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove, match=f"over \\({outcome.termination}\\)"):
        position.play(0)
    sentence = family.result_in_words(outcome.winner, outcome.termination)
    reason = family.why_over(position, outcome)
    assert reason
    if outcome.winner is None:
        assert sentence.startswith("Draw: ")
    else:
        assert reason.split()[0].lower() in family.colours
        assert sentence.startswith(f"{family.colours[outcome.winner].capitalize()} wins")


def copies_go_their_own_way(games: Games, rules: Any, seed: int) -> None:
    """A copy is the same situation without its past, and moves on it do not change the original."""
    position = game_of(games, rules, seed)
    before, again = state(games, position), position.copy()
    assert (again.key, again.outcome, again.moves) == (position.key, position.outcome, [])
    for move in again.legal_moves()[:1]:
        again.play(move)
        assert again.key != position.key
    assert state(games, position) == before


def captures_add_up(games: Games, rules: Any, seed: int) -> None:
    """Through a game a side's captures grow by what each of its moves captures."""
    family = games.of(rules)
    last: tuple[int, int] | None = None
    for position, move in before_each(games, rules, seed):
        if last is not None:
            side, expected = last
            assert family.captured(position, side) == expected
        if move >= 0:
            taken = family.taken_by(position, move)
            last = position.side, family.captured(position, position.side) + taken


# Text


def position_is_read_back(games: Games, rules: Any, seed: int) -> None:
    """The situation along a game, and at its end, reads back from its one-line text."""
    family, set_up = games.of(rules), games.goes_on(rules, Random(seed))
    for position, move in chain([(set_up, -1)], before_each(games, rules, seed)):
        if move >= 0 and len(position.moves) % 4:
            continue
        again = family.parse_position(family.format_position(position))
        assert (again.key, end_of(again)) == (position.key, end_of(position))
        assert family.board_lines(again)[:-2] != [""]


def moves_and_answers_are_read_back(games: Games, rules: Any, seed: int) -> None:
    """A move's text, and an answer's, read back to the same board; half an answer is refused."""
    dice = Random(seed)
    family, position = games.of(rules), games.goes_on(rules, dice)
    for move in some(position.legal_moves(), dice):
        read = family.parse_move(position, family.format_move(position, move))
        ends = []
        for one in (move, read):
            position.play(one)
            ends.append(family.format_position(position))
            position.undo()
        assert ends[0] == ends[1]
    ahead, moves = position.copy(), list[int]()
    while ahead.outcome is None and ahead.side == position.side:
        moves.append(ahead.legal_moves()[-1])
        ahead.play(moves[-1])
    before = position.key
    assert family.why_illegal(position, moves) is None
    assert family.why_illegal(position, moves[:-1]) is not None
    reply = (ahead.legal_moves() or [0])[0]
    assert family.why_illegal(position, [*moves, reply]) is not None
    text = family.format_answer(position, moves)
    assert text == family.format_line(position, moves)[0]
    again = position.copy()
    play_all(again, family.parse_answer(position, text))
    assert again.key == ahead.key
    assert position.key == before
    for text in ("", "I9", "Z99", "9" * 50, "xx", "\u0663"):
        for parse in (family.parse_move, family.parse_answer):
            with pytest.raises((NotationError, IllegalMove)):
                parse(position, text)


def rules_are_told(games: Games, rules: Any, _seed: int) -> None:
    """A preset has its own title and its rules in sentences, and the family names its ends.

    A name and terms, as a record has them, give the rules again.
    """
    family = games.of(rules)
    assert len(family.rules_in_words()) >= 2
    assert all(line.endswith(".") for line in family.rules_in_words())
    assert not games.ends or {*family.won_by, *family.lost_by} == {*games.ends}
    if rules.name in games.presets:
        assert family.title != rules.name
        assert family_named(rules.name, **family.terms).rules == rules


# Symmetries


def openings_have_images(games: Games, rules: Any, seed: int) -> None:
    """Each symmetry maps an opening to a legal one with the same sides; `canonical` joins them."""
    family = games.of(rules)
    opening = tuple(games.play_randomly(rules, seed, seed % 9).moves)
    side = family.after(opening).side
    for symmetry in range(family.images):
        image = family.image(opening, symmetry)
        assert family.after(image).side == side
        assert family.canonical(image) == family.canonical(opening)
    assert family.image(opening, 0) == opening
    assert len(family.format_opening(opening)) <= len(opening)


def images_play_alike(games: Games, rules: Any, seed: int) -> None:
    """Legal moves, what a move does, its outcome and the count of moves are mapped like the board.

    The images share one key up to symmetry, and the images of a move one name.
    """
    if games.mapped is None:
        return
    dice = Random(seed)
    position = games.goes_on(rules, dice)
    keys = Images(rules)
    key, here = keys.key(position)
    for symmetry in dice.sample(range(games.of(rules).images), 3):
        image = games.mapped(position, symmetry)
        moved = {move: games.mapped_move(rules, move, symmetry) for move in position.legal_moves()}
        assert image.legal_moves() == sorted(moved.values())
        other, there = keys.key(image)
        assert other == key
        for move in some([*moved], dice, 5):
            assert keys.name(move, here) == keys.name(moved[move], there)
            position.play(move)
            image.play(moved[move])
            ends = [
                p.outcome and (p.outcome.winner, p.outcome.termination) for p in (position, image)
            ]
            assert ends[0] == ends[1]
            assert image.cells == games.mapped(position, symmetry).cells
            position.undo()
            image.undo()


def colours_may_be_exchanged(games: Games, rules: Any, seed: int) -> None:
    """With everything given to the other side, the same moves are legal and end games alike."""
    if games.exchanged is None:
        return
    dice = Random(seed)
    position = games.goes_on(rules, dice)
    other = games.exchanged(position)
    if getattr(rules, "opening_distance", 0):
        return  # it binds one side
    assert other.legal_moves() == position.legal_moves()
    for move in some(position.legal_moves(), dice):
        position.play(move)
        other.play(move)
        assert (other.outcome is None) == (position.outcome is None)
        if position.outcome is not None and position.outcome.winner is not None:
            assert other.outcome.winner == 1 - position.outcome.winner
        position.undo()
        other.undo()


# The kernel, and the reference


def kernel_follows_a_game(games: Games, rules: Any, seed: int) -> None:
    """Played and set up, the kernel's board has the same bytes; undo restores every byte.

    The key is the predicted one and the recomputed one, and differs where positions differ.
    """
    if games.kernel is None:
        return
    keys: dict[tuple[object, ...], int] = {}
    kernel, boards = games.kernel(games.of(rules).start()), []
    for position, move in before_each(games, rules, seed):
        boards.append(kernel.board_bytes())
        if position.outcome is None:
            if len(boards) % 4 == 1:
                assert games.kernel(position).key == kernel.key
            assert keys.setdefault(key_of(position), kernel.key) == kernel.key
        if move >= 0:
            predicted = kernel.key_after(move) if hasattr(kernel, "key_after") else None
            kernel.play(move)
            assert predicted in {None, kernel.key}
    assert len({*keys.values()}) == len(keys)
    moves = list(position.moves)
    while moves:
        assert kernel.board_bytes() == boards.pop()
        assert kernel.undo() == moves.pop()
    assert kernel.board_bytes() == boards.pop()


def key_of(position: Any) -> tuple[object, ...]:
    """What distinguishes a position in a game: its key, and its turns where these are limited."""
    limit = getattr(position.rules, "most_turns", 0)
    return position.key, position.turns if limit else 0


def kernel_counts_as_the_rules(games: Games, rules: Any, seed: int) -> None:
    """Perft of one move or turn, and of more where few are legal, is that of the rules."""
    if games.kernel is None or games.perft is None:
        return
    position = games.goes_on(rules, Random(seed))
    depth = 1 if len(position.legal_moves()) > 20 else 2
    assert games.perft(position, depth) in {None, games.kernel(position).perft(depth)}


def kernel_values_as_the_reference(games: Games, rules: Any, seed: int) -> None:
    """With any weights the static value is that of the reference; it is the same for images."""
    if games.kernel is None:
        return
    dice = Random(seed)
    position, weights = games.goes_on(rules, dice), games.weights(dice)
    value = games.kernel(position, weights).evaluate()
    assert value == games.value(position, weights)
    if games.mapped is not None:
        image = games.mapped(position, dice.randrange(games.of(rules).images))
        assert games.kernel(image, weights).evaluate() == value
    if games.exchanged is not None:
        assert games.kernel(games.exchanged(position), weights).evaluate() == value


def kernel_searches_as_the_reference(games: Games, rules: Any, seed: int) -> None:
    """The plain search finds what the plain-Python one does, at depths 0 and 1, on small boards 2.

    That is the value, in five in a row also the number of nodes and the line.
    """
    if games.kernel is None:
        return
    dice = Random(seed)
    position, weights = games.goes_on(rules, dice), games.weights(dice)
    for depth in range(3 if len(position.cells) <= 81 else 2):
        kernel = games.kernel(position, weights)
        kernel.begin()
        found = (kernel.iterate(depth), kernel.nodes, kernel.pv()[:depth])
        expected = games.plain(position, weights, depth)
        assert found[: len(expected)] == expected


def kernel_searches_within_windows(games: Games, rules: Any, seed: int) -> None:
    """A value outside the window bounds the true one, inside it is exact; with a table as well.

    The search is fail-soft, and leaves the board as it was.
    """
    if games.kernel is None:
        return
    dice = Random(seed)
    position = games.goes_on(rules, dice)
    kernel, depth = games.kernel(position), dice.randint(1, 2)
    board = kernel.board_bytes()
    kernel.begin()
    true = kernel.iterate(depth)
    for number in range(6):
        if number == 3:
            kernel.use_table(bytearray(1 << 18))
        kernel.begin()
        alpha = true + dice.choice((-400, -30, -1, 0, 5, 300))
        alpha = min(max(alpha, -INFINITY), INFINITY - 1)
        beta = min(INFINITY, alpha + dice.choice((1, 1, 40, 500)))
        found = kernel.iterate(depth, alpha, beta)
        assert found >= true or found > alpha
        assert found <= true or found < beta
        assert not alpha < found < beta or found == true
        assert kernel.board_bytes() == board


RULE_LAWS: list[Law] = [
    rules_are_values,
    start_is_side_0_s,
    undo_returns_the_earlier_states,
    legal_moves_are_those_without_a_reason,
    game_that_is_over_has_no_moves,
    copies_go_their_own_way,
    captures_add_up,
    position_is_read_back,
    moves_and_answers_are_read_back,
    rules_are_told,
    openings_have_images,
    images_play_alike,
    colours_may_be_exchanged,
]
KERNEL_LAWS: list[Law] = [
    kernel_follows_a_game,
    kernel_counts_as_the_rules,
    kernel_values_as_the_reference,
    kernel_searches_as_the_reference,
    kernel_searches_within_windows,
]
LAWS = [*RULE_LAWS, *KERNEL_LAWS]
