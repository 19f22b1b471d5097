"""Reviews of whole games: what is judged, in words, and as a page."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.review.marks import Chance, Verdict, accuracies, judge
from games.drawing.layout import BETTER, LAST
from games.registry import family_named
from games.tree import ROOT
from pente import Opinion, Review, review
from web.contract.messages import BestLine, Score
from web.engines.lines import judged_node
from web.sessions.tree import SessionTree

# White has an open three, and plays elsewhere instead of winning; Black makes an open four.
WON = "1. K10 A8 2. K13 C3 3. L12 D4 4. M11 E5 {asleep} 5. A19 F6"
POINTS = [word for word in WON.split() if word[0].isupper()]
GIPF = "Ge8 Gd8-f7! Ge9-e7 Gf8-d7 Ge9-e6 Gd8-g6 g7-d6 f8-c6 f8-f6 c7-g5"


@pytest.fixture(scope="module")
def won() -> Review:
    """The review of the game in which a win is thrown away."""
    return review(WON, nodes=1_000)


def test_every_move_of_the_main_line_is_judged(won: Review) -> None:
    """Each opinion after a move is the one before the next; a forced first stone is not judged."""
    assert [move.move for move in won.moves] == POINTS
    assert all(one.after is two.before for one, two in zip(won.moves, won.moves[1:], strict=False))
    assert won.moves[0].lost is None
    assert abs(won.start.percent - won.moves[0].after.percent) < 40
    assert won.moves[7].comment == "asleep"


def test_a_win_thrown_away_is_told_with_the_winning_move(won: Review) -> None:
    """The sentence has the number, the move, what it loses, and the move that wins; JSON holds the
    sentences and marks that the lines show. A side that loses chances is less accurate.
    """
    (missed,) = [move for move in won.moves if move.move == "A19"]
    assert missed.mark == "blunder"
    assert missed.text.startswith("5. A19 loses a won game: ")
    assert missed.better != "A19"
    assert f"{missed.better} wins in {missed.before.win_in}" in missed.text
    white, black = won.accuracy
    assert white is not None
    assert black is not None
    assert 0 <= white < black <= 100
    assert f"White {white:.1f} %, Black {black:.1f} %" in str(won)
    assert all(move.text in str(won) for move in won.mistakes)
    assert all(move.move in str(move) for move in won.moves)


def test_a_decided_game_ends_certain() -> None:
    """After the last move of a won game the opinion is the result."""
    row = "gomoku-9:A1A9B1B9C1C9D1D9E1"
    end = review(row, nodes=1_000).moves[-1].after
    assert (end.percent, end.score, end.best) == (100.0, None, None)
    assert str(end) == "Black has won"
    assert str(Opinion(percent=50.0, percent_for="white", to_move="white")) == "a draw"


class Page(HTMLParser):
    """Counts elements and collects addresses and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, its addresses and its name."""
        self.tags.append(tag)
        for name, value in attrs:
            if name in {"href", "src", "action"}:
                self.addresses.append(str(value))
            if name == "id":
                self.ids.append(str(value))

    def handle_data(self, data: str) -> None:
        """Collect the text."""
        self.words += data


def test_the_page_stands_alone(won: Review) -> None:
    """It has a board for each move, drawn once and referred to, no script, and no address outside
    itself; a mistake's board shows the better move, and on a square board the one played.
    """
    for reviewed in (won, review(GIPF, nodes=1_000)):
        text = reviewed.html()
        page = Page(text)
        assert page.tags.count("details") == len(reviewed.moves)
        assert page.tags.count("article") == len(reviewed.mistakes)
        assert "script" not in page.tags
        assert all(address[0] == "#" and address[1:] in page.ids for address in page.addresses)
        assert "url(" not in text
        for move in reviewed.mistakes:
            assert move.text.replace(" %", "\u00a0%") in page.words
        boards = text.split('<div class="board">')[1:]
        assert len(boards) == len(reviewed.moves) + len(reviewed.mistakes)
        assert text.count("<symbol") == 1
        for board in boards:
            assert 'href="#empty-board"' in board
            better = "; better: " in board
            assert (BETTER in board) == better
            assert (LAST in board) or better
    articles = won.html().split("<article>")[1:]
    assert articles
    assert all(article.count(">?</text>") == 1 for article in articles)


def test_texts_of_the_record_are_shown_as_text() -> None:
    """Names, headers and comments cannot add elements to the page."""
    evil = '<img src=x onerror="1">'
    sgf = f"(;GM[4]RU[pente]SZ[19]PW[{evil}]EV[{evil}]C[{evil}];W[jj]C[{evil}])"
    page = Page(review(sgf, nodes=1_000).html())
    assert "img" not in page.tags
    assert page.words.count(evil) >= 4


TENTHS = st.integers(0, 1000).map(lambda tenths: tenths / 10)
SIDE = st.sampled_from((0, 1))


def verdict(before: float, after: float, *, proven: bool = False, choices: int = 9) -> Verdict:
    """The verdict on a move that was not the engine's; a win was `proven` before it."""
    chances = Chance(before, proven, best=1), Chance(after, proven and after == 100)
    return judge(*chances, side=0, move=2, choices=choices)


def test_marks_follow_the_loss() -> None:
    """8, 16 and 30 percent are the bounds."""
    for before, after, proven, mark in (
        *((60, 52.1, False, None), (60, 52, False, "inaccuracy"), (60, 44, False, "mistake")),
        *((60, 30, False, "blunder"), (60, 80, False, None)),
        *((100, 90, True, None), (100, 100, True, None), (100, 0, True, "blunder")),
    ):
        assert verdict(before, after, proven=proven).mark == mark


def test_no_mark_rests_on_a_proof_alone() -> None:
    """A longer search may prove a win that is expected by 70 percent; below that it is missed."""
    for before, after, mark in (
        *((100, 70, None), (100, 69.9, "blunder"), (30, 0, None), (30.1, 0, "blunder")),
        *((100, 75, None), (29, 0, None)),
    ):
        for turned in (False, True):
            one, two = (100 - chance if turned else chance for chance in (before, after))
            known = Chance(one, before == 100, 1), Chance(two, after == 0)
            assert judge(*known, side=int(turned), move=2, choices=9).mark == mark
    assert verdict(99.9, 75).mark == "mistake", "of two estimates"
    won = Score(kind="win", value=2, percent=100.0)
    estimate = Score(kind="score", value=9_000, percent=80.0)
    tree = SessionTree(family_named("gomoku-9").start())
    tree.nodes[ROOT].score, tree.nodes[ROOT].best = won, BestLine(moves=["E5"], points=[])
    node = tree.add(ROOT, 0)
    tree.nodes[node].score = estimate
    assert judged_node(tree, node) == (20.0, None)


LOSSES = st.lists(st.floats(0, 100), min_size=1, max_size=20)


@given(LOSSES, LOSSES)
def test_less_loss_is_more_accuracy(first: list[float], second: list[float]) -> None:
    """Accuracy falls with the average loss, whatever its parts: the loser of a game lost more."""
    moves = [(side, 50.0, lost) for side, losses in enumerate((first, second)) for lost in losses]
    one, two = accuracies(moves)
    assert one is not None
    assert two is not None
    assert 0 <= one <= 100
    if sum(first) / len(first) > sum(second) / len(second):
        assert one <= two


def test_moves_of_a_lost_game_count_not() -> None:
    """A game that is lost at the third move is not played well by forty forced ones; the winner's
    moves count. A side without a judged move has no accuracy.
    """
    start = [(0, 50.0, 0.0), (1, 50.0, 0.0), (0, 50.0, 49.0)]
    rest = [(1, 99.0, 0.0), (0, 1.0, 0.0)] * 20
    first, second = accuracies(start + rest)
    assert (first, second) == (accuracies(start)[0], 100.0)
    assert first is not None
    assert first < 50
    assert accuracies([(0, 50.0, None), (1, 1.0, 0.0)]) == (None, None)


@given(TENTHS, TENTHS)
def test_a_move_loses_nothing_or_the_difference(before: float, after: float) -> None:
    """A move that the engine likes better than its own loses nothing, and so does its own; a move
    without an alternative is not judged.
    """
    assert verdict(before, after).lost == max(0.0, round(before - after, 1))
    assert verdict(before, after, choices=1) == (None, None)
    own = judge(Chance(before, True, 1), Chance(after, False), side=0, move=1, choices=2)
    assert own == (0.0, None)
