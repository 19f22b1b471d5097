"""The rule book of Gipf as a table of plays: pushes, rows, GIPF-pieces, and how games end.

A play is a title, then GAME POSITION | WORDS | END, and perhaps | legal moves or their number.
END is the position on one line, or `over w|b|- TERMINATION` with the winner. What is neither on the
board nor in a reserve is lost. Two positions of data/perft are among them.
"""

from __future__ import annotations

import re

import pytest

from games.errors import IllegalMove
from games.gipf.board import parse_line
from games.gipf.moves import placement, removal
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, GipfPosition
from games.gipf.rules import BASIC, GIPF_PRESETS, GipfRules
from games.rules import Outcome
from tests.games.gipf.boards import basic, legal, play, shorthand, standard, tournament

GAMES = {"basic": basic, "standard": standard, "tournament": tournament}
PLAYS = """
A corner piece moves on:
    basic w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5 | d1-e2 | b 11 12 Kb2 Ke8 Kh2 Wb5 We2 Wf2 Wh5
All pieces up to the gap move, those behind it stay:
    basic w 9 9 We2 Ke3 Ke4 We6 Ke7 | e1-e2 | b 8 9 Ke4 Ke5 Ke7 We2 We3 We6
The piece that fills a gap of one touches the next, which stays:
    basic w 9 9 We2 Ke3 Ke5 | e1-e2 | b 8 9 Ke4 Ke5 We2 We3
Nothing moves beyond an empty first spot:
    basic b 9 9 Ke3 We4 | e1-e2 | w 9 8 Ke2 Ke3 We4
A full line takes no piece from either end:
    basic w 9 9 Wb2 Kb3 Wb4 Kb5 |  | w 9 9 Kb3 Kb5 Wb2 Wb4 | 40
The tournament begins with a GIPF-piece, which costs two:
    tournament w 18 18 | Ga1-b2 | b 16 18 GWb2 add=WK | 42
Then each side has a choice:
    tournament w 18 18 | Ga1-b2 Gi5-h5 | w 16 16 GKh5 GWb2 add=WK | 84
A single piece ends the adding of GIPF-pieces, not the other side's:
    tournament w 18 18 | Ga1-b2 Gi5-h5 a5-b5 | b 15 16 GKh5 GWb2 Wb5 add=K
With one piece left only a single piece can come in:
    tournament w 1 16 GKh5 GWb2 add=WK |  | w 1 16 GKh5 GWb2 add=WK | 42
A row alone on its line returns to its owner:
    basic w 9 9 Wb2 Wb3 Wb4 Ke5 | b6-b5 | w 8 9 Ke5 Wb2 Wb3 Wb4 Wb5 turn=W | xb2,b3,b4,b5
It must go before the next piece:
    basic w 9 9 Wb2 Wb3 Wb4 Ke5 | b6-b5 x | b 12 9 Ke5
Pieces of both colours in touch go with it: three are lost:
    basic w 9 9 We2 We3 We4 Ke6 Ke7 Ke8 | e1-e2 | w 8 9 Ke6 Ke7 Ke8 We2 We3 We4 We5 turn=W |
    xe2,e3,e4,e5,e6*,e7*,e8*
One in touch:
    basic w 9 9 We2 We3 We4 Ke6 | e1-e2 x | b 12 9
What lies behind a gap stays:
    basic w 9 9 We2 We3 We4 Ke7 Ke8 | e1-e2 x | b 12 9 Ke7 Ke8
On either side:
    basic w 9 9 Ke2 Ke3 We6 We7 We8 | e9-e8 x | b 12 9 Ke2 Ke3
A row of Black's made by White is Black's to take; White's piece in it is lost:
    basic w 9 9 Ke3 Ke4 Ke5 Wc6 Kd6 We7 | b6-c6 | b 8 9 Ke3 Ke4 Ke5 Ke6 Wc6 Wd6 We7 turn=W |
    xe3,e4,e5,e6,e7*
And the turn passes to Black:
    basic w 9 9 Ke3 Ke4 Ke5 Wc6 Kd6 We7 | b6-c6 x | b 8 13 Wc6 Wd6
Two rows that cross: their owner decides which goes:
    basic w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5 | a5-b5 | b 8 3 Kb2 Ke2 Ke3
    Ke4 Ke5 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wd5 Wh5 turn=W | xe2,e3,e4,e5 xb5*,c5*,d5*,e5,f4,g3,h2
One way nothing is lost:
    basic w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5 | a5-b5 xe2,e3,e4,e5 | b 8 7
    Kb2 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wd5 Wh5
The other way three are:
    basic w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5 | a5-b5
    xb5*,c5*,d5*,e5,f4,g3,h2 | b 8 7 Kb2 Ke2 Ke3 Ke4 Ke8 Wh5
A row of each side: who moved removes first:
    basic b 6 3 Kb3 Kb5 Kd7 Ke2 Ke8 Kf2 Kf5 Kg6 Kh2 Kh5 Wb2 Wb4 Wc3 Wc6 Wd6 We6 Wf6 Wf7 Wh4
    | f8-f7 | b 6 2 Kb3 Kb5 Kd7 Ke2 Ke8 Kf2 Kf4 Kf7 Kg6 Kh2 Kh5 Wb2 Wb4 Wc3 Wc6 Wd6 We6 Wf5
    Wf6 Wh4 turn=K | xe8,f7,g6,h5
Then the other side, still in the same turn:
    basic b 6 3 Kb3 Kb5 Kd7 Ke2 Ke8 Kf2 Kf5 Kg6 Kh2 Kh5 Wb2 Wb4 Wc3 Wc6 Wd6 We6 Wf6 Wf7 Wh4
    | f8-f7 x | w 6 6 Kb3 Kb5 Kd7 Ke2 Kf2 Kf4 Kh2 Wb2 Wb4 Wc3 Wc6 Wd6 We6 Wf5 Wf6 Wh4 turn=K
    | xc6,d6,e6,f5
Then a piece is due:
    basic b 6 3 Kb3 Kb5 Kd7 Ke2 Ke8 Kf2 Kf5 Kg6 Kh2 Kh5 Wb2 Wb4 Wc3 Wc6 Wd6 We6 Wf6 Wf7 Wh4
    | f8-f7 x x | w 10 6 Kb3 Kb5 Kd7 Ke2 Kf2 Kf4 Kh2 Wb2 Wb4 Wc3 Wf6 Wh4
One crossing row gone, the other is none:
    basic w 5 9 We2 We3 We4 We5 Wb2 Wc3 Wd4 Kg5 turn=W | xb2,c3,d4,e5 | b 9 9 Kg5 We2 We3
    We4
Rows that do not cross both go, in any order:
    basic w 5 9 We2 We3 We4 We5 Wb2 Wb3 Wb4 Wb5 Kg5 turn=W | xe2,e3,e4,e5 xb2,b3,b4,b5 | b
    13 9 Kg5
In the other order too:
    basic w 5 9 We2 We3 We4 We5 Wb2 Wb3 Wb4 Wb5 Kg5 turn=W | xb2,b3,b4,b5 xe2,e3,e4,e5 | b
    13 9 Kg5
A row on an edge line never captures:
    basic w 9 9 Wb2 Wb3 Wb4 Wb5 Kd5 Ke5 Kf5 turn=W | x | b 13 9 Kd5 Ke5 Kf5
Five and more are one row:
    basic w 2 9 We2 We3 We4 We5 We6 We7 We8 turn=W | x | b 9 9
Three and three with a piece of the other side between are none:
    basic w 2 2 We2 We3 We4 Ke5 We6 We7 We8 |  | w 2 2 Ke5 We2 We3 We4 We6 We7 We8 | 40
Two GIPF-pieces in the row make four ways; single pieces must go:
    standard w 5 5 GWe2 We3 We4 GKe6 GWb2 GKh2 | e1-e2 | w 4 5 GKe6 GKh2 GWb2 GWe3 We2 We4
    We5 turn=W | xe2,e4,e5 xe2,Ge3,e4,e5 xe2,e4,e5,Ge6* xe2,Ge3,e4,e5,Ge6*
Left, they stay where they are:
    standard w 5 5 GWe2 We3 We4 GKe6 GWb2 GKh2 | e1-e2 xe2,e4,e5 | b 7 5 GKe6 GKh2 GWb2 GWe3
An own GIPF-piece adds two to the reserve:
    standard w 5 5 GWe2 We3 We4 GKe6 GWb2 GKh2 | e1-e2 xe2,Ge3,e4,e5 | b 9 5 GKe6 GKh2 GWb2
The opponent's costs it two:
    standard w 5 5 GWe2 We3 We4 GKe6 GWb2 GKh2 | e1-e2 xe2,e4,e5,Ge6* | b 7 5 GKh2 GWb2 GWe3
Taken on a crossing, it dissolves the other row:
    standard w 5 5 GWh5 We3 We4 We6 Wc3 Wd4 Wf5 GWe5 GKh2 turn=W | xe3,e4,Ge5,e6 | b 10 5
    GKh2 GWh5 Wc3 Wd4 Wf5
Left on a crossing, it keeps the other row, with a choice again:
    standard w 5 5 We3 We4 We6 Wc3 Wd4 Wf5 GWe5 GKh2 turn=W | xe3,e4,e6 | w 8 5 GKh2 GWe5
    Wc3 Wd4 Wf5 turn=W | xc3,d4,f5 xc3,d4,Ge5,f5
A row of GIPF-pieces may be left: sixteen ways, and the other row:
    tournament w 4 16 GWe3 GWe4 GWe5 GWe6 GKh4 Wb2 Wb3 Wb4 Wb5 add=K turn=W |  | w 4 16 GKh4
    GWe3 GWe4 GWe5 GWe6 Wb2 Wb3 Wb4 Wb5 add=K turn=W | 17
Left, it is not offered again in this turn:
    tournament w 4 16 GWe3 GWe4 GWe5 GWe6 GKh4 Wb2 Wb3 Wb4 Wb5 add=K turn=W | x@e1-e9 | w 4
    16 GKh4 GWe3 GWe4 GWe5 GWe6 Wb2 Wb3 Wb4 Wb5 add=K turn=W left=e1-e9 | xb2,b3,b4,b5
It is offered at the end of the opponent's turn:
    tournament w 4 16 GWe3 GWe4 GWe5 GWe6 GKh4 Wb2 Wb3 Wb4 Wb5 add=K turn=W | xb2,b3,b4,b5
    x@e1-e9 i5-h5 | w 8 15 GKh4 GWe3 GWe4 GWe5 GWe6 Kh5 add=- turn=K | 16
And in the own turn after placing:
    tournament w 4 16 GWe3 GWe4 GWe5 GWe6 GKh4 Wb2 Wb3 Wb4 Wb5 add=K turn=W | xb2,b3,b4,b5
    x@e1-e9 i5-h5 x@e1-e9 a1-b2 xGe3,Ge4 | b 11 15 GKh4 GWe5 GWe6 Kh5 Wb2 add=-
A single piece in touch must go: not all can be left alone:
    tournament w 4 12 GWe3 GWe4 GWe5 GWe6 GKh4 Ke7 Wb2 Wb3 Wb4 Wb5 add=- turn=W | xe7*@e1-e9
    | w 4 12 GKh4 GWe3 GWe4 GWe5 GWe6 Wb2 Wb3 Wb4 Wb5 add=- turn=W left=e1-e9 | xb2,b3,b4,b5
Five may lose one and are decided once, though still a row:
    tournament w 4 16 GWe3 GWe4 GWe5 GWe6 GWe7 GKh4 add=WK turn=W | xGe7@e1-e9 | b 6 16 GKh4
    GWe3 GWe4 GWe5 GWe6 add=WK
GIPF-pieces that return do not end their adding:
    tournament w 8 16 GWb2 GWe3 GWe4 GWe5 GWe6 GKh5 add=WK turn=W | xGe3,Ge4,Ge5,Ge6 Gi1-h2
    | w 16 14 GKh2 GKh5 GWb2 add=WK
A reserve of nothing loses when a piece is due:
    basic b 0 3 Kb3 Kc4 Wd5 We3 We4 We5 | i1-h2 | over k empty reserve
It is no loss after the own turn:
    basic w 1 3 Kb3 Kc4 Wd5 We3 We4 | i1-h2 | b 0 3 Kb3 Kc4 Wd5 We3 We4 Wh2
A row that the opponent made saves it:
    basic b 0 3 Kb3 Kc4 Wd5 We3 We4 We5 | a2-b3 x | w 4 2 Kb3 Kc4 Kd5
An own row refills it:
    basic w 1 3 Wb2 Wb3 Wb4 Kh5 | b6-b5 x | b 4 3 Kh5
Who runs out first loses, even if the other would next:
    basic b 0 1 Kb3 We3 | i1-h2 | over k empty reserve
Taking the opponent's last GIPF-piece wins before further removals:
    standard w 3 3 We3 We4 We5 We6 Wb2 Wb3 Wb4 Wb5 GWh2 GKe7 turn=W | xe3,e4,e5,e6,Ge7* |
    over w no GIPF-piece
Leaving it is a choice like any other:
    standard w 3 3 We3 We4 We5 We6 Wb2 Wb3 Wb4 Wb5 GWh2 GKe7 turn=W | xe3,e4,e5,e6 | w 7 3
    GKe7 GWh2 Wb2 Wb3 Wb4 Wb5 turn=W | xb2,b3,b4,b5
Taking the own last GIPF-piece loses at once:
    standard w 3 3 We3 We4 We5 GWe6 Wb2 Wb3 Wb4 Wb5 GKh2 turn=W | xe3,e4,e5,Ge6 | over k no
    GIPF-piece
Taking the last ones of both wins:
    standard w 3 3 We3 We4 We5 GWe6 GKe7 turn=W | xe3,e4,e5,Ge6,Ge7* | over w no GIPF-piece
Black may win by its row in White's turn:
    standard b 3 3 Ke3 Ke4 Ke5 GKe6 GWe7 turn=W | xe3,e4,e5,Ge7* | over k no GIPF-piece
A side that may add GIPF-pieces loses with its last one, too:
    tournament w 10 16 GWe3 GWe4 GWe5 GWe6 GKh5 add=WK turn=W | xGe3,Ge4,Ge5,Ge6 | over k no
    GIPF-piece
A side without GIPF-pieces has lost:
    standard w 3 3 GWb2 Kb3 |  | over w no GIPF-piece
Either side:
    standard w 3 3 GKb2 Wb3 |  | over k no GIPF-piece
If both have none, the side due to place has lost:
    standard w 3 3 Kb2 Wb3 |  | over k no GIPF-piece
Black, if it is due:
    standard b 3 3 Kb2 Wb3 |  | over w no GIPF-piece
With a row to remove, the other side:
    standard w 3 3 We3 We4 We5 We6 Kh2 turn=W |  | over w no GIPF-piece
"""
ALONE = "w 4 16 GWe3 GWe4 GWe5 GWe6 GKh4 Wb2 Wb3 Wb4 Wb5 add=K turn=W"


def end_of(position: GipfPosition) -> str:
    """The position, or how it is over."""
    outcome = position.outcome
    if outcome is None:
        return shorthand(position)
    winner = "-" if outcome.winner is None else "wk"[outcome.winner]
    return f"over {winner} {outcome.termination}"


def test_plays_of_the_table() -> None:
    """Each play ends as written, and no move is left where the game is over."""
    plays = re.findall(r"^(\S.*):\n((?:    .*\n)+)", PLAYS, re.MULTILINE)
    assert len(plays) > 50
    for title, body in plays:
        start, words, end, *moves = (part.strip() for part in " ".join(body.split()).split("|"))
        game, text = start.split(" ", 1)
        position = play(GAMES[game](text), *words.split())
        assert end_of(position) == end, title
        if position.outcome is not None:
            assert legal(position) == [], title
        elif moves and moves[0].isdigit():
            assert len(legal(position)) == int(moves[0]), title
        elif moves:
            assert legal(position) == moves[0].split(), title


def test_illegal_moves_are_refused_with_the_rule() -> None:
    """The reason names what must be done, or why it cannot."""
    row = play(basic("w 9 9 Wb2 Wb3 Wb4 Ke5"), "b6-b5")
    start = GipfPosition(GIPF_PRESETS["gipf-basic"])
    begun = GipfPosition(GIPF_PRESETS["gipf-tournament"])
    for position, move, reason in (
        (row, placement(0), "White must remove a row"),
        (row, removal(parse_line("e1-e9")), "no row on e1-e9"),
        (row, removal(parse_line("b1-b6"), 1), "only GIPF-pieces"),
        (start, removal(0), "must bring in a piece"),
        (start, placement(0, gipf=True), "may not bring in GIPF-pieces"),
        (begun, placement(0), "must bring in a GIPF-piece first"),
        (play(tournament(ALONE), "x@e1-e9"), removal(parse_line("e1-e9")), "left the row on e1-e9"),
        (tournament("w 1 16 GKh5 GWb2 add=WK"), placement(0, gipf=True), "too few pieces"),
        (play(begun.copy(), "Ga1-b2", "Gi5-h5", "a5-b5", "Gi1-h2"), placement(0, gipf=True), "not"),
        (basic("w 9 9 Wb2 Kb3 Wb4 Kb5"), placement(0), "b1-b6 is full"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            position.play(move)


def test_a_limit_of_turns_is_a_draw_but_a_loss_comes_first() -> None:
    """The limit counts the turns of both sides, not their decisions; undo takes it back."""
    position = GipfPosition(GipfRules("gipf-basic", BASIC, most_turns=3))
    play(position, "d1-d2", "d1-d2")
    assert position.outcome is None
    play(position, "d1-d2")
    assert end_of(position) == f"over - {GAME_LENGTH}"
    assert legal(position) == []
    position.undo()
    assert (position.turns, position.outcome) == (2, None)
    cells = basic("b 0 3 Kb3 Kc4 Wd5 We3 We4 We5").cells
    position = GipfPosition(GipfRules("gipf-basic", BASIC, most_turns=1), cells, 1, (0, 3))
    assert play(position, "i1-h2").outcome == Outcome(1, EMPTY_RESERVE)
