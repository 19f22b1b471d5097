# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True, binding=False
"""Gipf: basic, standard and tournament.

Rules and weights come in once; positions are set or played decision by decision. The included parts
stand in this order: clock, scores, board, value, moves, counts, table, search, proof, what Python
sees.
"""

cdef enum:
    RANK_BITS = 12
    MAX_GAME = 2000     # decisions that `undo` can take back

include "core/clock.pxi"
include "core/score.pxi"
include "gipf_game/board.pxi"
include "gipf_game/captures_next.pxi"
include "gipf_game/evaluation.pxi"
include "gipf_game/moves.pxi"
include "gipf_game/last_piece.pxi"
include "gipf_game/perft.pxi"
include "core/table.pxi"
include "core/negamax.pxi"
include "gipf_game/proof.pxi"
include "core/searcher.pxi"


cdef class GipfSearch(SearchBase):
    """A search of one game of Gipf; see `gipf.pyi` for the meaning of each argument."""

    def __init__(
        self,
        *,
        bint has_gipf,
        int captured,
        int reserve,
        int on_board,
        int gipf,
        int last_gipf,
        int scarce,
        rings,
        int open_three,
        int closed_three,
        int take_next,
        int threatened,
        int tempo,
    ):
        cdef GameTables *game = self.game
        cdef int i
        game.has_gipf = has_gipf
        game.captured, game.reserve, game.on_board = captured, reserve, on_board
        game.gipf, game.last_gipf, game.scarce = gipf, last_gipf, scarce
        for i in range(RINGS):
            game.ring[i] = rings[i]
        game.open_three, game.closed_three, game.tempo = open_three, closed_three, tempo
        game.take_next, game.threatened = take_next, threatened
        self.set_position(bytes(SPOTS), 0, 0, True, (1, 1), (0, 0), (False, False), (), None)

    def set_position(
        self,
        bytes cells,
        int side,
        int turn,
        bint placing,
        reserves,
        lost,
        adding,
        left,
        turns_left,
    ):
        """Set a position; see `gipf.pyi`. Raises ValueError for values that no position has."""
        cdef Board *board = &self.search.board
        cdef int spot, cell, line, owner
        if len(cells) != SPOTS or max(cells) > 4:
            raise ValueError(f"{len(cells)} cells: expected {SPOTS}, each 0 to 4")
        if side not in (0, 1) or turn not in (0, 1) or (placing and side != turn):
            raise ValueError(f"side {side}, turn {turn}: expected 0 or 1, alike to place a piece")
        if not all(0 <= pieces <= 18 for pieces in (*reserves, *lost)):
            raise ValueError(f"reserves {reserves}, lost {lost}: expected 0 to 18")
        if not all(0 <= line < LINES for line in left):
            raise ValueError(f"lines left {left}: expected 0 to {LINES - 1}")
        memset(board, 0, sizeof(Board))
        for spot in range(SPOTS):
            cell = cells[spot]
            if cell:
                board.piece[(cell - 1) % 2] |= <uint64_t>1 << gipf_spot_bit[spot]
            if cell > 2:
                board.gipf |= <uint64_t>1 << gipf_spot_bit[spot]
        for line in left:
            board.left |= <uint32_t>1 << line
        board.turns_left = ENDLESS if turns_left is None else turns_left
        board.side, board.turn, board.placing = side, turn, placing
        for owner in range(2):
            board.reserve[owner], board.lost[owner] = reserves[owner], lost[owner]
            board.adding |= <int>bool(adding[owner]) << owner
        self.played_count = 0

    def play(self, int move):
        """Play a decision of a game that is not over; raises ValueError for an illegal one."""
        cdef Board *board = &self.search.board
        if not 0 <= move < MOVE_LIMIT or not playable(self.game, board, move):
            raise ValueError(f"{move} is no move here")
        if is_over(self.game, board):
            raise ValueError("the game is over")
        self._play(move)

    def position(self):
        """The arguments of `set_position` for the board as it is."""
        cdef const Board *board = &self.search.board
        cdef uint64_t bit
        cells = bytearray(SPOTS)
        for spot in range(SPOTS):
            bit = <uint64_t>1 << gipf_spot_bit[spot]
            for side in range(2):
                if board.piece[side] & bit:
                    cells[spot] = side + (3 if board.gipf & bit else 1)
        return (
            bytes(cells), board.side, board.turn, bool(board.placing),
            (board.reserve[0], board.reserve[1]), (board.lost[0], board.lost[1]),
            (bool(board.adding & 1), bool(board.adding & 2)),
            tuple([line for line in range(LINES) if board.left >> line & 1]),
            None if board.turns_left > ENDLESS // 2 else board.turns_left,
        )

    def is_over(self):
        """Whether the game is over."""
        return bool(is_over(self.game, &self.search.board))

    def legal_moves(self):
        """Every legal decision of a game that is not over, in the order of `games.gipf`."""
        return [move for move in range(MOVE_LIMIT) if playable(self.game, &self.search.board, move)]

    def must_answer(self):
        """Whether the side to move brings in its last piece, so that most pushes lose."""
        return bool(must_answer(self.game, &self.search.board))

    def answers(self):
        """The pushes that may save a side that must answer, in no order."""
        cdef Ranked[2 * ENTRIES] moves
        cdef int count = generate_answers(self.game, &self.search.board, NO_MOVE, moves), i
        return [RANK_MASK - (moves[i] & RANK_MASK) for i in range(count)]

    def prove_turns(self, int turns, uint64_t nodes, *, bint by_reserve=False):
        """Whether the side to decide wins by force within so many of its turns; None: not known.

        With `by_reserve` it finds only wins that need no GIPF-piece captured: others may exist.
        Enters at most `nodes` nodes; `pv` begins with the winning move. See gipf_game/proof.pxi.
        """
        return self._proved(turns, nodes, by_reserve, False)

    def prove_loss(self, int turns, uint64_t nodes, *, bint by_reserve=False):
        """Whether the side to decide loses by force within so many turns of the opponent, as above."""
        return self._proved(turns, nodes, by_reserve, True)

    def _proved(self, int turns, uint64_t nodes, bint by_reserve, bint loss):
        """The result of a proof within so many nodes, or None."""
        cdef Search *search = self.search
        cdef uint64_t whole = search.limits.nodes
        cdef bint proved
        self.game.by_reserve = by_reserve
        self._begin_proof(nodes)
        with nogil:
            proved = decided_within(search, not loss, turns, 0, 0)
        return proved if self._end_proof(whole) else None

    def perft(self, int depth):
        """The number of sequences of decisions that fill so many turns; see `games.gipf.perft`."""
        cdef PerftCount total
        total.leaves = 0
        total.interrupted = False
        with nogil:
            perft(self.game, &self.search.board, &self.search.memory, depth, &total)
        _raise_pending()
        return total.leaves
