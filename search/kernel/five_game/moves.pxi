# The five-in-a-row board for the search: candidates and their order, wins, values.

cdef inline bint opening_binds(const GameTables *game, const Board *board) noexcept nogil:
    """Whether the opening rule restricts the side to move: the first player's first two stones."""
    return game.opening_distance and board.side == 0 and board.first_placed < 2


cdef inline bint occupied_at(const GameTables *game, const Board *board, int point) noexcept nogil:
    cdef const PointLines *place = &game.place[point]
    return board.occupied[place.row + 2] >> place.column & 1


cdef bint opening_allows(const GameTables *game, const Board *board, int point) noexcept nogil:
    """Whether the opening rule allows this point; call it only where the rule binds."""
    cdef int middle = game.size // 2
    cdef int rows = game.place[point].row - middle, columns = game.place[point].column - middle
    rows = rows if rows > 0 else -rows
    columns = columns if columns > 0 else -columns
    cdef int distance = rows if rows > columns else columns
    return distance == 0 if board.first_placed == 0 else distance >= game.opening_distance


cdef bint near_a_stone(const GameTables *game, const Board *board, int point, int reach) noexcept nogil:
    """Whether a stone lies within so many intersections of the point."""
    cdef int row, from_column, to_column
    cdef uint32_t columns
    from_column = game.place[point].column - reach
    to_column = game.place[point].column + reach
    columns = (<uint32_t>2 << to_column) - 1
    columns &= ~((<uint32_t>1 << (from_column if from_column > 0 else 0)) - 1)
    for row in range(game.place[point].row - reach, game.place[point].row + reach + 1):
        if 0 <= row < game.size and board.occupied[row + 2] & columns:
            return True
    return False


cdef bint opening_candidate(
    const GameTables *game, const Board *board, int point, int reach
) noexcept nogil:
    """Whether the opening rule makes the point a candidate; reach 0: if the rule allows it."""
    if occupied_at(game, board, point) or not opening_allows(game, board, point):
        return False
    return reach == 0 or board.empty == game.area or near_a_stone(game, board, point, reach)


cdef inline Ranked ranked_by(
    const GameTables *game, const Board *board, int point, const Windows *windows
) noexcept nogil:
    """A candidate with its static order, by what its windows say for the side to move."""
    cdef uint64_t sum = 0
    cdef int d, order
    for d in range(4):
        sum += game.order[windows.meaning[d]]
    order = <int><uint32_t>(sum >> (32 * board.side))
    return <Ranked>(order * (RANK_MASK + 1) + RANK_MASK - point)


cdef inline Ranked ranked(const GameTables *game, const Board *board, int point) noexcept nogil:
    """A candidate with its static order."""
    cdef Windows windows = windows_at(game, board, point)
    return ranked_by(game, board, point, &windows)


cdef int generate_bound(const GameTables *game, const Board *board, Ranked *moves) noexcept nogil:
    """The candidates of the opening rule: allowed points within four of a stone, else all allowed.

    If the rule allows no empty point, it does not bind: then every empty point is a candidate.
    """
    cdef int count = 0, point, reach
    for reach in range(4, -1, -4):
        for point in range(game.area):
            if opening_candidate(game, board, point, reach):
                moves[count] = ranked(game, board, point)
                count += 1
        if count:
            return count
    for point in range(game.area):
        if not occupied_at(game, board, point):
            moves[count] = ranked(game, board, point)
            count += 1
    return count


cdef enum Wanted:
    ANY_POINT = 0
    ANSWERS = 1     # points that may stop the opponent's win at once
    THREATS = 2     # points that may threaten a win at once
    ATTACKS = 3     # these, and points that may threaten an open four


cdef inline bint is_wanted(
    const GameTables *game, const Board *board, Sum sum, Wanted wanted
) noexcept nogil:
    """Whether a stone on a point with this sum of windows may do what is wanted.

    An answer fills a point where the opponent wins, or captures: that may remove a stone that the
    opponent's five or capture needs. A threat makes a four, or captures, or sets up a capture that
    would win.
    """
    cdef int side = board.side
    if wanted == ANSWERS:
        return takes_of(sum, side) or wins_here(game, board, sum, 1 - side)
    if fours_of(sum, side) or takes_of(sum, side):
        return True
    if wanted == ATTACKS and open_threes_of(sum, side):
        return True
    return capture_threats_of(sum, side) and near_captures(game, board, side)


cdef inline bint near_captures(const GameTables *game, const Board *board, int side) noexcept nogil:
    """Whether two capturing rays would give this side the stones to win."""
    if game.captured_to_win == 0:
        return False
    return board.captured[side] + game.taken_by_two_rays >= game.captured_to_win


cdef inline int generate(const GameTables *game, const Board *board, Ranked *moves) noexcept nogil:
    """The candidates: empty points within two of a stone; on an empty board the centre."""
    if opening_binds(game, board):
        return generate_bound(game, board, moves)
    if board.empty == game.area:
        moves[0] = ranked(game, board, game.size // 2 * game.size + game.size // 2)
        return 1
    if game.net == NULL or game.net.policy_row == NULL:
        return generate_near(game, board, moves, ANY_POINT)
    if game.net.reach == 4:
        return generate_by_policy(4, game, board, moves)
    return generate_by_policy(5, game, board, moves)


cdef inline void empty_near(const GameTables *game, const Board *board, uint32_t *near) noexcept nogil:
    """Set, by row, a bit for each column: the empty points within two of a stone; 24 rows."""
    cdef int row
    cdef uint32_t wide, board_columns = (<uint32_t>1 << game.size) - 1
    for row in range(game.size + 4):
        wide = board.occupied[row]
        near[row] = wide | wide << 1 | wide >> 1 | wide << 2 | wide >> 2
    for row in range(game.size):
        near[row] |= near[row + 1] | near[row + 2] | near[row + 3] | near[row + 4]
        near[row] &= board_columns & ~board.occupied[row + 2]


cdef inline int add_wanted(
    const GameTables *game, const Board *board, int point, Wanted wanted, Ranked *moves
) noexcept nogil:
    """Rank an empty point as the next candidate if it is wanted; returns how many that makes."""
    cdef Windows windows = windows_at(game, board, point)
    if wanted != ANY_POINT and not is_wanted(game, board, sum_of(game, &windows), wanted):
        return 0
    moves[0] = ranked_by(game, board, point, &windows)
    return 1


cdef inline int generate_near(
    const GameTables *game, const Board *board, Ranked *moves, Wanted wanted
) noexcept nogil:
    """The empty points within two of a stone: all, or those that may do what is wanted."""
    cdef int count = 0, row, point
    cdef uint32_t mask
    cdef uint32_t[24] near
    empty_near(game, board, near)
    for row in range(game.size):
        mask = near[row]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            count += add_wanted(game, board, point, wanted, &moves[count])
    return count


cdef inline int generate_by_policy(
    int reach, const GameTables *game, const Board *board, Ranked *moves
) noexcept nogil:
    """The empty points within two of a stone, by the net's order."""
    cdef int count = 0, row, point
    cdef uint32_t mask
    cdef uint32_t[24] near
    cdef Eight base = policy_base(game, board)
    empty_near(game, board, near)
    for row in range(game.size):
        mask = near[row]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            moves[count] = ranked_by_policy(reach, game, board, point, base)
            count += 1
    return count


cdef inline bint playable(const GameTables *game, const Board *board, int point) noexcept nogil:
    """Whether a point remembered from another position is a candidate here."""
    if point >= game.area or occupied_at(game, board, point):
        return False
    if opening_binds(game, board):
        return opening_allows(game, board, point)
    return near_a_stone(game, board, point, 2)


# Wins and values

cdef enum:
    SOONEST_WIN = 3     # a win at once is settled; else the opponent has a turn between
    ANSWERS_ARE_TURNS = 0
    SOONEST_LOSS = 2    # after the own turn

cdef inline bint wins_here(
    const GameTables *game, const Board *board, Sum sum, int side
) noexcept nogil:
    """Whether a stone of this side wins at once on a point with this sum of windows."""
    cdef int takes = takes_of(sum, side)
    if fives_of(sum, side):
        return True
    return takes and board.captured[side] + takes >= game.captured_to_win


cdef int winning_point(const GameTables *game, const Board *board, int side, int start) noexcept nogil:
    """The lowest point from `start` on where a stone of this side wins at once, or NO_MOVE."""
    cdef int row, point
    cdef uint32_t mask
    cdef uint32_t[24] near
    cdef Sum sum
    if fives_of(board.sum, side):
        empty_near(game, board, near)
    else:
        capture_points(game, board, side, near)
    for row in range(start // game.size, game.size):
        mask = near[row]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            sum = sum_at(game, board, point)
            if wins_here(game, board, sum, side) and point >= start:
                return point
    return NO_MOVE


cdef inline bint captures_may_win(
    const GameTables *game, const Board *board, Sum sum, int side
) noexcept nogil:
    """Whether captures by one stone may win: at most two rays, and no more than the sum has."""
    cdef int takes = takes_of(sum, side)
    if takes > game.taken_by_two_rays:
        takes = game.taken_by_two_rays
    return takes and board.captured[side] + takes >= game.captured_to_win


cdef inline bint may_threaten(
    const GameTables *game, const Board *board, Sum sum, int side
) noexcept nogil:
    """Whether a stone of this side, on a board with this sum, may threaten to win at once."""
    if fours_of(sum, side):
        return True
    return near_captures(game, board, side) and (
        takes_of(sum, side) or capture_threats_of(sum, side)
    )


cdef inline bint wins_at_once(
    const GameTables *game, const Board *board, Sum sum, int side
) noexcept nogil:
    """Whether `side`, to move on a board with this sum, wins at once.

    A point that makes five decides, and so does any capture where one ray is enough. Where several
    rays must capture together, it tries the points one by one.
    """
    if fives_of(sum, side):
        return True
    if not captures_may_win(game, board, sum, side):
        return False
    if board.captured[side] + game.taken_by_a_ray >= game.captured_to_win:
        return True
    return winning_point(game, board, side, 0) != NO_MOVE


cdef inline int static_value(
    const GameTables *game, const Board *board, Sum sum, int side
) noexcept nogil:
    """The static value for `side`, to move on a board with this sum (docs/evaluation.md)."""
    cdef int64_t own = value_of(sum, side)
    cdef int64_t value = own * (100 + game.tempo_percent) // 100 - value_of(sum, 1 - side)
    value += game.captured_value[board.captured[side]]
    value -= game.captured_value[board.captured[1 - side]]
    if value > EVALUATION_LIMIT:
        return EVALUATION_LIMIT
    return -EVALUATION_LIMIT if value < -EVALUATION_LIMIT else <int>value


cdef enum:
    NO_ROOM = 60    # live lines with which a side has no chance of a five
    ROOM = 256      # how many more give it all its chances

cdef inline int within_room(const GameTables *game, Sum sum, int side, int value) noexcept nogil:
    """A net's value for `side`, nearer to a draw the fewer lines are live for the side ahead.

    The net sees each point's lines, not how few they are. Among 13,800 positions of self-play on
    15 x 15 after ply 60, the side ahead got what 0.6 of the value promises with more than 260 live
    lines, 0.28 with 160 to 200, 0.1 with 80 to 100, and nothing with fewer than 60.
    """
    cdef int room
    if game.captured_to_win:
        return value
    room = live_of(sum, side if value > 0 else 1 - side) - NO_ROOM
    if room >= ROOM:
        return value
    return value * room // ROOM if room > 0 else 0


cdef inline int evaluate(const GameTables *game, const Board *board, Memory *memory) noexcept nogil:
    if game.net != NULL:
        return within_room(game, board.sum, board.side, net_value(game, board, memory))
    return static_value(game, board, board.sum, board.side)


cdef inline int value_after(
    const GameTables *game, const Board *board, Memory *memory, int point, Sum sum
) noexcept nogil:
    """The static value for the opponent after a stone that takes nothing and leaves this sum."""
    cdef int other = 1 - board.side
    if game.net != NULL:
        return within_room(game, sum, other, net_value_after(game, board, memory, point))
    return static_value(game, board, sum, other)


cdef inline bint settled(
    const GameTables *game, const Board *board, int turns, int *value, int *move
) noexcept nogil:
    """Whether the value is known: lost by captures, a certain draw, or won at once.

    The root of a drawn board is searched all the same, since it needs a move. The winning move is
    found at the root only, where the caller needs it.
    """
    move[0] = NO_MOVE
    if game.captured_to_win and board.captured[1 - board.side] >= game.captured_to_win:
        value[0] = turns - WIN
        return True
    if board.empty == 0 or (turns and is_dead(game, board.sum)):
        value[0] = 0
        return True
    if opening_binds(game, board):
        return False
    if not wins_at_once(game, board, board.sum, board.side):
        return False
    value[0] = WIN - turns - 1
    if turns == 0:
        move[0] = winning_point(game, board, board.side, 0)
    return True


cdef inline bint sum_after(
    const GameTables *game, const Board *board, int point, Sum *sum
) noexcept nogil:
    """Set the sum of all windows after a stone on this point; False if the stone captures."""
    cdef const PointLines *place = &game.place[point]
    cdef uint64_t word
    cdef Sum after = board.sum
    cdef int d
    if takes_of(after, board.side) and rays_taking(game, board, point):
        return False
    for d in range(4):
        word = board.line[d][place.line[d]]
        after -= meanings_around(game, word, place.shift[d])
        word ^= <uint64_t>(1 + board.side) << (place.shift[d] + 2 * MARGIN)
        after += meanings_around(game, word, place.shift[d])
    sum[0] = after
    return True


cdef inline bint within_turn(const GameTables *game, const Board *board) noexcept nogil:
    return False  # a turn is one move


cdef inline int least_depth_of_win(const GameTables *game, const Board *board) noexcept nogil:
    return NO_DEPTH


cdef inline int least_depth_of_loss(const GameTables *game, const Board *board) noexcept nogil:
    return NO_DEPTH


cdef inline int most_tried(const GameTables *game, int depth, bint inside, bint not_improving) noexcept nogil:
    """How many moves a node of this depth tries, unless all lose."""
    return game.tried[not_improving][min_int(depth, DEPTHS - 1)]


cdef inline bint has_open_three(const GameTables *game, Sum sum, int side) noexcept nogil:
    """Whether `side`, in a game without captures, can make an open four with this sum."""
    return not game.captured_to_win and open_fours_of(sum, side) != 0


cdef inline bint quiet_value(
    const GameTables *game,
    const Board *board,
    Memory *memory,
    int point,
    int turns,
    int alpha,
    bint selective,
    int *value,
) noexcept nogil:
    """Set the value, for the opponent, of the leaf below a quiet move, without playing the move.

    False where the move must be played: it captures, fills the board, or may leave a win by
    captures. In a selective search also where the value would raise alpha, but threats or the stop
    of an open three may change it.
    """
    cdef int side = board.side, other = 1 - side
    cdef Sum sum
    if board.empty == 1 or opening_binds(game, board) or (other == 0 and board.first_placed < 2):
        return False
    if not sum_after(game, board, point, &sum):
        return False
    if fives_of(sum, other):
        value[0] = WIN - turns - 1
        return True
    if captures_may_win(game, board, sum, other):
        return False
    if is_dead(game, sum):
        value[0] = 0
        return True
    value[0] = value_after(game, board, memory, point, sum)
    if not selective:
        return True
    if fives_of(sum, side) or captures_may_win(game, board, sum, side):
        return False  # the opponent must answer, so the static value does not count
    if -value[0] <= alpha:
        return True
    return not may_threaten(game, board, sum, other) and not has_open_three(game, sum, side)
