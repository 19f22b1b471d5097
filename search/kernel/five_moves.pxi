# What the search asks of a five-in-a-row board: candidates and their order, wins, values, perft.

cdef inline bint opening_binds(const Game *game, const Board *board) noexcept nogil:
    """Whether the opening rule restricts the side to move: the first player's first two stones."""
    return game.opening_distance and board.side == 0 and board.first_placed < 2


cdef inline bint occupied_at(const Game *game, const Board *board, int point) noexcept nogil:
    cdef const Place *place = &game.place[point]
    return board.occupied[place.row + 2] >> place.column & 1


cdef bint opening_allows(const Game *game, const Board *board, int point) noexcept nogil:
    """Whether the opening rule, which binds, allows this point."""
    cdef int middle = game.size // 2
    cdef int rows = game.place[point].row - middle, columns = game.place[point].column - middle
    rows = rows if rows > 0 else -rows
    columns = columns if columns > 0 else -columns
    cdef int distance = rows if rows > columns else columns
    return distance == 0 if board.first_placed == 0 else distance >= game.opening_distance


cdef bint near_a_stone(const Game *game, const Board *board, int point, int reach) noexcept nogil:
    """Whether a stone lies within this many intersections of the point."""
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


cdef bint opening_candidate(const Game *game, const Board *board, int point, int reach) noexcept nogil:
    """Whether a bound mover may look at this empty point; reach 0: all that the rule allows."""
    if occupied_at(game, board, point) or not opening_allows(game, board, point):
        return False
    return reach == 0 or board.empty == game.area or near_a_stone(game, board, point, reach)


cdef inline Ranked ranked_by(Sum sum, int side, int point) noexcept nogil:
    """A candidate with its static order: what the point gives the mover twice, and the enemy once."""
    cdef int order = 2 * value_of(sum, side) + value_of(sum, 1 - side)
    return <Ranked>(order * (RANK_MASK + 1) + RANK_MASK - point)


cdef inline Ranked ranked(const Game *game, const Board *board, int point) noexcept nogil:
    return ranked_by(sum_at(game, board, point), board.side, point)


cdef int generate_bound(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    """Candidates of a mover whom the opening rule binds: within four of a stone, else all allowed.

    A rule that no empty point can satisfy does not bind: then every empty point is a candidate.
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


cdef inline bint answers_five(const Board *board, Sum sum) noexcept nogil:
    """Whether a stone on a point of which the windows say this may stop the enemy's five.

    It fills a point where he makes it, or captures, so that a stone of his row may go.
    """
    return fives_of(sum, 1 - board.side) or takes_of(sum, board.side)


cdef inline int generate(const Game *game, const Board *board, Ranked *moves) noexcept nogil:
    """The candidates: empty points within two of a stone, the centre of an empty board."""
    if opening_binds(game, board):
        return generate_bound(game, board, moves)
    if board.empty == game.area:
        moves[0] = ranked(game, board, game.size // 2 * game.size + game.size // 2)
        return 1
    return generate_near(game, board, moves, False)


cdef inline int generate_near(
    const Game *game, const Board *board, Ranked *moves, bint answers
) noexcept nogil:
    """The empty points within two of a stone; `answers`: those that may stop the enemy's five."""
    cdef int count = 0, row, point
    cdef Sum sum
    cdef uint32_t wide, mask, board_columns = (<uint32_t>1 << game.size) - 1
    cdef uint32_t[24] near
    for row in range(game.size + 4):
        wide = board.occupied[row]
        near[row] = wide | wide << 1 | wide >> 1 | wide << 2 | wide >> 2
    for row in range(game.size):
        mask = near[row] | near[row + 1] | near[row + 2] | near[row + 3] | near[row + 4]
        mask &= board_columns & ~board.occupied[row + 2]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            sum = sum_at(game, board, point)
            if not answers or answers_five(board, sum):
                moves[count] = ranked_by(sum, board.side, point)
                count += 1
    return count


cdef inline bint must_answer(const Game *game, const Board *board) noexcept nogil:
    """Whether the enemy, if nothing stops him, makes a five with his next stone."""
    if not fives_of(board.sum, 1 - board.side) or opening_binds(game, board):
        return False
    return board.side == 0 or not game.opening_distance or board.first_placed > 1


cdef inline int fives_around(
    const Game *game, const Board *board, int last, int side, int *point
) noexcept nogil:
    """How many fives `side` can make on the lines through a stone of his, points and lines counted.

    `point` becomes the point where he makes them, NO_MOVE if there are several.
    """
    cdef const Place *place = &game.place[last]
    cdef int d, i, cell, found = 0, number, size = game.size
    cdef uint64_t word
    point[0] = NO_MOVE
    for d in range(4):
        word = board.line[d][place.line[d]]
        for i in range(-4, 5):
            cell = place.shift[d] + 2 * i   # from the line's start, walls before it
            if word >> (cell + 2 * MARGIN & 63) & 3:
                continue
            number = meaning_at(game, word, cell)
            if fives_of(game.meaning[number], side):
                if found == 0:
                    point[0] = last + i * game.step[d]
                elif point[0] != last + i * game.step[d]:
                    point[0] = NO_MOVE
                found += 1
    return found


cdef inline int generate_answers(
    const Game *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    """The candidates that may stop the enemy's five; any other stone loses at once.

    Nearly always his last stone made the threat, and nothing can be captured: then the lines
    through that stone tell all.
    """
    cdef int enemy = 1 - board.side, point
    if last != NO_MOVE and not takes_of(board.sum, board.side):
        if fives_around(game, board, last, enemy, &point) == fives_of(board.sum, enemy):
            if point == NO_MOVE:
                return 0  # two points, one stone
            moves[0] = ranked(game, board, point)
            return 1
    return generate_near(game, board, moves, True)


cdef inline bint playable(const Game *game, const Board *board, int point) noexcept nogil:
    """Whether a point remembered from another position is a candidate here."""
    if point >= game.area or occupied_at(game, board, point):
        return False
    if opening_binds(game, board):
        return opening_allows(game, board, point)
    return near_a_stone(game, board, point, 2)


# Wins and values

cdef inline bint wins_here(const Game *game, const Board *board, Sum sum) noexcept nogil:
    """Whether a point of which the windows say this wins at once for the side to move."""
    cdef int takes = takes_of(sum, board.side)
    if fives_of(sum, board.side):
        return True
    return takes and board.captured[board.side] + takes >= game.captured_to_win


cdef int winning_point(const Game *game, const Board *board, int start) noexcept nogil:
    """The lowest point from `start` on where the side to move wins at once, or NO_MOVE."""
    cdef int point
    cdef Sum sum
    for point in range(start, game.area):
        if not occupied_at(game, board, point):
            sum = sum_at(game, board, point)
            if wins_here(game, board, sum):
                return point
    return NO_MOVE


cdef inline bint captures_may_win(
    const Game *game, const Board *board, Sum sum, int side
) noexcept nogil:
    """Whether two capturing rays, and all that there are, might reach the stones to win."""
    cdef int takes = takes_of(sum, side)
    if takes > game.taken_by_two_rays:
        takes = game.taken_by_two_rays
    return takes and board.captured[side] + takes >= game.captured_to_win


cdef inline bint wins_at_once(
    const Game *game, const Board *board, Sum sum, int side
) noexcept nogil:
    """Whether `side`, to move on a board of this sum, wins at once.

    A five-point decides by itself. Where captures may decide, the points are looked at one by one.
    """
    if fives_of(sum, side):
        return True
    return captures_may_win(game, board, sum, side) and winning_point(game, board, 0) != NO_MOVE


cdef inline int static_value(
    const Game *game, const Board *board, Sum sum, int side
) noexcept nogil:
    """The static value for `side`, to move on a board of this sum (docs/evaluation.md)."""
    cdef int64_t own = value_of(sum, side)
    cdef int64_t value = own * (100 + game.tempo_percent) // 100 - value_of(sum, 1 - side)
    value += game.captured_value[board.captured[side]]
    value -= game.captured_value[board.captured[1 - side]]
    if value > EVALUATION_LIMIT:
        return EVALUATION_LIMIT
    return -EVALUATION_LIMIT if value < -EVALUATION_LIMIT else <int>value


cdef inline int evaluate(const Game *game, const Board *board) noexcept nogil:
    return static_value(game, board, board.sum, board.side)


cdef inline bint settled(
    const Game *game, const Board *board, int turns, int *value, int *move
) noexcept nogil:
    """Whether the value is known: lost by captures, drawn on a full board, or won at once.

    The winning move is looked for at the root only, where it must be named.
    """
    move[0] = NO_MOVE
    if game.captured_to_win and board.captured[1 - board.side] >= game.captured_to_win:
        value[0] = turns - WIN
        return True
    if board.empty == 0:
        value[0] = 0
        return True
    if opening_binds(game, board):
        return False
    if not wins_at_once(game, board, board.sum, board.side):
        return False
    value[0] = WIN - turns - 1
    if turns == 0:
        move[0] = winning_point(game, board, 0)
    return True


cdef inline bint quiet_value(
    const Game *game, const Board *board, int point, int turns, int *value
) noexcept nogil:
    """The value, for the enemy, of the leaf below a move that takes nothing; the move is not played.

    False where it must be played: it captures, fills the board, or may leave a win by captures.
    """
    cdef const Place *place = &game.place[point]
    cdef int side = board.side, enemy = 1 - side, d
    cdef uint64_t word
    cdef Sum sum = board.sum
    if board.empty == 1 or opening_binds(game, board) or (enemy == 0 and board.first_placed < 2):
        return False
    if takes_of(sum, side) and rays_taking(game, board, point):
        return False
    for d in range(4):
        word = board.line[d][place.line[d]]
        sum -= meanings_around(game, word, place.shift[d])
        word ^= <uint64_t>(1 + side) << (place.shift[d] + 2 * MARGIN)
        sum += meanings_around(game, word, place.shift[d])
    if fives_of(sum, enemy):
        value[0] = WIN - turns - 1
        return True
    if captures_may_win(game, board, sum, enemy):
        return False
    value[0] = static_value(game, board, sum, enemy)
    return True


# Perft

cdef struct PerftCount:
    uint64_t leaves
    uint64_t wins
    uint64_t captured
    bint interrupted    # by a signal: the counts mean nothing


cdef void perft_leaves(const Game *game, const Board *board, PerftCount *total) noexcept nogil:
    """Count the moves of a position without playing them: the windows say what each would do."""
    cdef int held = board.captured[0] + board.captured[1], side = board.side, row, point
    cdef bint bound = opening_binds(game, board)
    cdef uint32_t mask, board_columns = (<uint32_t>1 << game.size) - 1
    cdef Sum sum
    cdef uint64_t allowed = 0, stones = 0, wins = 0
    for row in range(game.size):
        mask = board_columns & ~board.occupied[row + 2]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            if bound and not opening_allows(game, board, point):
                continue
            sum = sum_at(game, board, point)
            allowed += 1
            stones += takes_of(sum, side)
            wins += wins_here(game, board, sum)
    total.leaves += allowed
    total.wins += wins
    total.captured += allowed * held + stones


cdef bint any_allowed(const Game *game, const Board *board) noexcept nogil:
    """Whether the opening rule, which binds, leaves the mover an empty point."""
    cdef int point
    for point in range(game.area):
        if not occupied_at(game, board, point) and opening_allows(game, board, point):
            return True
    return False


cdef void perft(const Game *game, Board *board, int depth, PerftCount *total) noexcept nogil:
    """Count sequences of `depth` moves; one that ends the game counts where it ends."""
    cdef int point
    cdef bint bound = opening_binds(game, board) and any_allowed(game, board)
    cdef Sum sum
    cdef Undo undo
    if depth == 0 or board.empty == 0:
        total.leaves += 1
        total.captured += board.captured[0] + board.captured[1]
        return
    if depth == 1 and bound == opening_binds(game, board):
        perft_leaves(game, board, total)
        return
    if depth == 3 and signals_pending():  # every few million leaves: some 50 ms
        total.interrupted = True
    for point in range(game.area):
        if occupied_at(game, board, point) or (bound and not opening_allows(game, board, point)):
            continue
        if total.interrupted:
            return
        sum = sum_at(game, board, point)
        play(game, board, point, &undo)
        if fives_of(sum, 1 - board.side) or (
            game.captured_to_win and board.captured[1 - board.side] >= game.captured_to_win
        ):
            total.leaves += 1
            total.wins += 1
            total.captured += board.captured[0] + board.captured[1]
        else:
            perft(game, board, depth - 1, total)
        undo_move(game, board, point, &undo)
