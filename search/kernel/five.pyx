# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True, binding=False
"""The five-in-a-row family: Pente, Keryo, Gomoku of any size, exactly five.

Rules and weights come in once and become tables; positions are set or played move by move. The
included parts stand in this order: clock, scores, board, net, captures, moves, threats, counts,
table, search, what Python sees, set-up.
"""

cdef enum:
    RANK_BITS = 10
    MAX_GAME = 400  # moves that `undo` can take back

include "core/clock.pxi"
include "core/score.pxi"
include "five_game/board.pxi"
include "five_game/net.pxi"
include "five_game/net_sums.pxi"
include "five_game/policy.pxi"
include "five_game/captures.pxi"
include "five_game/moves.pxi"
include "five_game/threats.pxi"
include "five_game/perft.pxi"
include "core/table.pxi"
include "core/negamax.pxi"
include "core/searcher.pxi"
include "five_game/set_up.pxi"


def _points_of(ranks):
    """The points of ranked moves, the first to be tried first."""
    return [RANK_MASK - (rank & RANK_MASK) for rank in sorted(ranks, reverse=True)]


cdef class FiveSearch(SearchBase):
    """A search of one game of the family; see `five.pyi` for the meaning of each argument."""

    cdef Net net
    cdef Py_buffer net_memory
    cdef void *sums         # the block that search.memory.sums lies in

    def __dealloc__(self):
        # No method may be called here: where memory runs out early, the object is not complete.
        if self.net_memory.buf != NULL:
            PyBuffer_Release(&self.net_memory)
        if self.search != NULL:
            free(self.search.memory.values)
        free(self.sums)

    def __init__(
        self,
        *,
        int size,
        bint exactly_five,
        bint takes_two,
        bint takes_three,
        int captured_to_win,
        int opening_distance,
        ranks,
        int capture,
        int capture_threat,
        captured_value,
        int tempo_percent,
        own_order,
        opponent_order,
        int reduction_percent,
        int futile_depth,
        int iir_depth,
        int reply_bonus,
        int tried,
        int tried_step,
        int tried_growth,
        int tried_depth,
        int not_improving_percent,
    ):
        cdef GameTables *game = self.game
        cdef int stones, depth
        if not 5 <= size <= 20:
            raise ValueError(f"size {size} is outside 5 to 20")
        if not 0 <= captured_to_win <= MOST_CAPTURED:
            raise ValueError(f"{captured_to_win} stones to win: expected 0 to {MOST_CAPTURED}")
        if FREE_MEANINGS >= MAX_MEANINGS or EXACT_MEANINGS >= MAX_MEANINGS:
            raise AssertionError("the window tables have outgrown GameTables.meaning")
        game.size = size
        game.area = size * size
        game.exactly_five = exactly_five
        game.takes_two = takes_two
        game.takes_three = takes_three
        game.captured_to_win = captured_to_win
        game.taken_by_a_ray = 2 if takes_two else 3
        game.taken_by_two_rays = 6 if takes_three else 4
        game.opening_distance = opening_distance
        game.tempo_percent = tempo_percent
        for stones in range(MAX_CAPTURED):
            game.captured_value[stones] = captured_value[stones]
        set_up_selectivity(self.search, max(reduction_percent, 1) / 100.0, futile_depth, iir_depth)
        if reply_bonus:
            self._keep_replies(reply_bonus)
        for depth in range(DEPTHS):
            game.tried[0][depth] = MOVE_LIMIT
            if depth <= tried_depth:
                game.tried[0][depth] = max(
                    tried + (depth - 1) * tried_step + (depth - 1) * (depth - 2) // 2 * tried_growth, 1
                )
            game.tried[1][depth] = max(game.tried[0][depth] * not_improving_percent // 100, 1)
        set_up_keys(game)
        set_up_places(game)
        if exactly_five:
            expand_exact_windows()
        self._set_up_meanings([*ranks, capture, capture_threat], own_order, opponent_order)
        self.set_position(bytes(game.area), 0, 0, 0)

    cdef _set_up_meanings(self, values, own_order, opponent_order):
        """Pack each meaning's parts with these weights; meaning 0, an occupied centre, is empty.

        Each list holds ten weights of ranks, then those of a capture and of its threat.
        """
        cdef GameTables *game = self.game
        cdef int number, side, two, three, takes, captures, threats
        cdef int count = EXACT_MEANINGS if game.exactly_five else FREE_MEANINGS
        cdef const uint8_t *parts
        cdef uint64_t *words
        cdef int[12] worth
        cdef int[12] own
        cdef int[12] other
        for number in range(12):
            worth[number], own[number], other[number] = (
                values[number], own_order[number], opponent_order[number]
            )
        for number in range(1, count + 1):
            if game.exactly_five:
                parts = exact_meaning_parts[number - 1]
            else:
                parts = free_meaning_parts[number - 1]
            words = <uint64_t *>&game.meaning[number]
            for side in range(2):
                two, three = parts[2 + side], parts[4 + side]
                takes = (2 * two if game.takes_two else 0) + (3 * three if game.takes_three else 0)
                captures = (two if game.takes_two else 0) + (three if game.takes_three else 0)
                two, three = parts[6 + side], parts[8 + side]
                threats = (two if game.takes_two else 0) + (three if game.takes_three else 0)
                words[0] |= part_of(worth, parts[side], captures, threats) << (32 * side)
                game.order[number] += part_of(own, parts[side], captures, threats) << (32 * side)
                game.order[number] += (
                    part_of(other, parts[side], captures, threats) << (32 - 32 * side)
                )
                words[1] |= <uint64_t>(parts[side] == FIVE) << (16 * side)
                words[1] |= <uint64_t>takes << (32 + 16 * side)
                words[2] |= <uint64_t>(FOUR <= parts[side] <= OPEN_FOUR) << (12 * side)
                words[2] |= <uint64_t>(parts[side] == OPEN_FOUR) << (24 + 12 * side)
                words[3] |= <uint64_t>(parts[side] == OPEN_THREE) << (12 * side)
                words[3] |= <uint64_t>threats << (24 + 12 * side)
                words[2 + side] |= <uint64_t>(parts[side] != 0) << 48

    def set_position(self, bytes cells, int side, int captured_0, int captured_1):
        """Set a position: cells row-major, 0 empty, 1 + side a stone; the stones captured.

        Raises ValueError for a wrong number of cells or captured stones out of range.
        """
        cdef GameTables *game = self.game
        cdef Board *board = &self.search.board
        cdef int point, d
        if len(cells) != game.area or not 0 <= side <= 1:
            raise ValueError(f"{len(cells)} cells, side {side}: expected {game.area}, and 0 or 1")
        if not (0 <= captured_0 <= MOST_CAPTURED and 0 <= captured_1 <= MOST_CAPTURED):
            raise ValueError(
                f"captured stones {captured_0}, {captured_1}: expected 0 to {MOST_CAPTURED}"
            )
        memset(board, 0, sizeof(Board))
        memset(board.line, 0xFF, sizeof(board.line))
        for point in range(game.area):
            for d in range(4):
                board.line[d][game.place[point].line[d]] &= ~(
                    <uint64_t>3 << (game.place[point].shift[d] + 2 * MARGIN)
                )
        self._sum_of_empty_board()
        board.empty = game.area
        board.captured[0], board.captured[1] = captured_0, captured_1
        board.side = side
        board.key = game.captured_key[0][captured_0] ^ game.captured_key[1][captured_1]
        if side:
            board.key ^= game.side_key
        board.first_placed = captured_1
        for point in range(game.area):
            if cells[point]:
                put_stone(game, board, point, 2 if cells[point] == 2 else 1)
                board.empty -= 1
                board.first_placed += cells[point] == 1
        self.played_count = 0
        board_was_set(game, board, &self.search.memory)

    cdef void _sum_of_empty_board(self) noexcept:
        """Add up the windows of a board without stones."""
        cdef GameTables *game = self.game
        cdef Board *board = &self.search.board
        cdef int point
        for point in range(game.area):
            board.sum += sum_at(game, board, point)

    def play(self, int point):
        """Play a move; raises ValueError for an occupied point. Does not check the opening rule."""
        if not 0 <= point < self.game.area or occupied_at(self.game, &self.search.board, point):
            raise ValueError(f"point {point} is not empty")
        if self.search.board.captured[self.search.board.side] > MOST_CAPTURED:
            raise ValueError(f"more than {MOST_CAPTURED} stones have been captured")
        self._play(point)

    def pass_turn(self):
        """Give the other side the move; a second call restores the position."""
        pass_turn(self.game, &self.search.board)

    def wins_at_once(self):
        """Whether the side to move, unless an opening rule binds it, wins with its next stone."""
        cdef Board *board = &self.search.board
        if opening_binds(self.game, board):
            return False
        return bool(wins_at_once(self.game, board, board.sum, board.side))

    def winning_points(self):
        """The points that win at once for the side to move, in board order."""
        cdef int point = winning_point(self.game, &self.search.board, self.search.board.side, 0)
        points = []
        while point != NO_MOVE:
            points.append(point)
            point = winning_point(
                self.game, &self.search.board, self.search.board.side, point + 1
            )
        return points

    def must_answer(self):
        """Whether the opponent threatens to win with its next stone."""
        return bool(must_answer(self.game, &self.search.board))

    def can_threaten(self):
        """Whether any candidate may threaten to win at once; if not, no line of threats wins."""
        return bool(can_threaten(self.game, &self.search.board))

    def answers(self):
        """The points that may stop the opponent's win at once, by static order."""
        cdef Ranked[MOVE_LIMIT] moves
        cdef int last = self.played[self.played_count - 1] if self.played_count else NO_MOVE, i
        cdef int count = generate_answers(self.game, &self.search.board, last, moves)
        return _points_of([moves[i] for i in range(count)])

    def stops(self):
        """The points that may stop the opponent's open four, by static order.

        None where no open four threatens, or the game has captures.
        """
        cdef Ranked[MOVE_LIMIT] moves
        cdef int count, i
        if not open_four_threatens(self.game, &self.search.board):
            return None
        count = generate_stops(self.game, &self.search.board, moves)
        return _points_of([moves[i] for i in range(count)])

    def standing_value(self):
        """The value of the side to move without any threat; it must not have to answer one."""
        return standing_value(self.game, &self.search.board, &self.search.memory, INFINITE)

    def wins_by_open_four(self):
        """Whether the side to move, with no threat to answer, certainly wins in three plies."""
        return bool(wins_by_open_four(self.game, &self.search.board))

    def key_after(self, int point):
        """The key after a stone here, found without playing it."""
        cdef Board *board = &self.search.board
        return key_after(self.game, board, point, rays_taking(self.game, board, point))

    def use_net(self, memory, int reach=4, int halves=0, int unit=0, uint64_t digest=0):
        """Value positions by this net; None: by the weights. See `search/net/file.py`.

        memory  the arrays of the net's file, at an address that 64 divides; kept while in use
        Raises ValueError for arrays of another shape or digest, or that point outside themselves.
        """
        cdef Memory *kept = &self.search.memory
        self._drop_net()
        if memory is None:
            return
        PyObject_GetBuffer(memory, &self.net_memory, PyBUF_SIMPLE)
        self.sums = calloc(KEPT_SUMS + 1, sizeof(Sums))  # one more, to begin at a multiple of 64
        kept.values = <uint64_t *>calloc(KEPT_VALUES, sizeof(uint64_t))
        if self.sums == NULL or kept.values == NULL:
            self._drop_net()
            raise MemoryError("no memory for the sums of a net")
        kept.sums = <Sums *>(<size_t>self.sums + 63 & ~<size_t>63)
        fault = open_net(&self.net, &self.net_memory, reach, halves, unit, digest)
        if fault:
            self._drop_net()
            raise ValueError(fault)
        self.game.net = &self.net
        board_was_set(self.game, &self.search.board, kept)

    cdef void _drop_net(self) noexcept:
        """Value positions by the weights again, and release the net's memory."""
        self.game.net = NULL
        free(self.search.memory.values)
        free(self.sums)
        self.sums = NULL
        memset(&self.search.memory, 0, sizeof(Memory))
        if self.net_memory.buf != NULL:
            PyBuffer_Release(&self.net_memory)
            self.net_memory.buf = NULL

    def net_sums(self, int side):
        """This side's sums by channel, as kept by play and undo. Needs a net."""
        cdef int i
        cdef const int32_t *sums = sums_of(self.game, &self.search.board, &self.search.memory, side)
        return tuple([sums[i] for i in range(CHANNELS)])

    def value_after(self, int point):
        """The value for the opponent after a stone that takes nothing, without playing it."""
        cdef Sum sum = NOTHING
        sum_after(self.game, &self.search.board, point, &sum)
        return value_after(self.game, &self.search.board, &self.search.memory, point, sum)

    def captured(self):
        """Stones captured by side 0 and by side 1."""
        return self.search.board.captured[0], self.search.board.captured[1]

    def perft(self, int depth):
        """(leaves, wins, captured) over all sequences of `depth` moves; see `games.five.perft`."""
        cdef PerftCount total
        total.leaves = total.wins = total.captured = 0
        total.interrupted = False
        with nogil:
            perft(self.game, &self.search.board, &self.search.memory, depth, &total)
        _raise_pending()
        return total.leaves, total.wins, total.captured
