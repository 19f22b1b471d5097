# What Python sees of a search, the same for every game: limits go in, value and variation come out.

from cpython.buffer cimport (
    PyBUF_CONTIG, PyBUF_SIMPLE, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer
)
from libc.stdlib cimport calloc, free
import time


cdef class SearchBase:
    """One search of one game; a game's extension adds positions and rules."""

    cdef Search *search
    cdef GameTables *game
    cdef Py_buffer memory
    cdef bint has_memory
    cdef Py_buffer crew_memory
    cdef Undo[MAX_GAME] played_undo
    cdef uint16_t[MAX_GAME] played
    cdef int played_count

    def __cinit__(self):
        self.search = <Search *>calloc(1, sizeof(Search))
        self.game = <GameTables *>calloc(1, sizeof(GameTables))
        if self.search == NULL or self.game == NULL:
            raise MemoryError("no memory for a search")
        self.search.game = self.game
        self.search.split = -1
        self.search.table.clusters = 1
        set_up_selectivity(self.search, 1.7, 3, MAX_PLY)

    def __dealloc__(self):
        if self.has_memory:
            PyBuffer_Release(&self.memory)
        if self.search != NULL and self.search.crew != NULL:
            PyBuffer_Release(&self.crew_memory)
        if self.search != NULL:
            free(self.search.replies)
        free(self.search)
        free(self.game)

    cdef _keep_replies(self, int bonus):
        """Order moves by the replies that were counted too; either part adds at most `bonus`."""
        if self.search.replies == NULL:
            self.search.replies = <int16_t *>calloc(REPLIES, sizeof(int16_t))
        if self.search.replies == NULL:
            raise MemoryError("no memory for replies")
        self.search.reply_bonus = bonus

    cdef _play(self, int move):
        """Play a move that is legal; raises ValueError where no more can be taken back."""
        if self.played_count == MAX_GAME:
            raise ValueError(f"more than {MAX_GAME} moves")
        play(
            self.game, &self.search.board, &self.search.memory, move,
            &self.played_undo[self.played_count],
        )
        self.played[self.played_count] = move
        self.played_count += 1

    def undo(self):
        """Take the last move back and return it."""
        if self.played_count == 0:
            raise ValueError("nothing has been played")
        self.played_count -= 1
        cdef int move = self.played[self.played_count]
        undo_move(
            self.game, &self.search.board, &self.search.memory, move,
            &self.played_undo[self.played_count],
        )
        return move

    def use_table(self, memory):
        """Use this writable buffer as the transposition table, as it is; None: use no table."""
        if self.has_memory:
            self.search.table.entries = NULL
            self.search.table.clusters = 1
            PyBuffer_Release(&self.memory)
            self.has_memory = False
        if memory is None:
            return
        PyObject_GetBuffer(memory, &self.memory, PyBUF_CONTIG)
        self.has_memory = True
        cdef uint64_t clusters = 1
        while 2 * clusters * CLUSTER * sizeof(Entry) <= <uint64_t>self.memory.len:
            clusters *= 2
        if clusters * CLUSTER * sizeof(Entry) > <uint64_t>self.memory.len:
            raise ValueError(f"a table takes at least {CLUSTER * sizeof(Entry)} bytes")
        self.search.table.entries = <Entry *>self.memory.buf
        self.search.table.clusters = clusters

    def empty_table(self):
        """Empty the table in use."""
        cdef Table *table = &self.search.table
        if table.entries != NULL:
            memset(table.entries, 0, table.clusters * CLUSTER * sizeof(Entry))

    def forget(self):
        """Forget the history of earlier searches; the table, which is the caller's, stays."""
        memset(self.search.history, 0, sizeof(self.search.history))
        self.search.table.generation = 0

    def harvest(self, int min_depth, int limit):
        """The table's entries of at least this depth, or proven: 16 bytes each, at most `limit`."""
        cdef int64_t count
        cdef uint64_t *entries = <uint64_t *>calloc(limit if limit > 0 else 1, sizeof(Entry))
        if entries == NULL:
            raise MemoryError("no memory for a harvest")
        try:
            with nogil:
                count = gather(&self.search.table, main_depth(min_depth), entries, limit)
            return (<char *>entries)[: count * sizeof(Entry)]
        finally:
            free(entries)

    def plant(self, bytes harvest):
        """Store what `harvest` returned in the table in use, as the work of an earlier search.

        Raises ValueError for bytes that no harvest returns, and stores nothing then.
        """
        cdef const uint64_t *words = <const uint64_t *><const char *>harvest
        cdef Py_ssize_t i, count = len(harvest) // <Py_ssize_t>sizeof(Entry)
        if len(harvest) % <Py_ssize_t>sizeof(Entry):
            raise ValueError(f"{len(harvest)} bytes: expected {sizeof(Entry)} for each entry")
        for i in range(count):
            if not is_sound(words[2 * i + 1]):
                raise ValueError(f"entry {i} is none of a search: {words[2 * i + 1]:016x}")
        for i in range(count):
            plant(&self.search.table, words[2 * i], words[2 * i + 1])

    def begin(
        self,
        *,
        int width=MOVE_LIMIT,
        int killer_bonus=0,
        int history_limit=0,
        int futility=NO_MARGIN,
        int frontier=NO_MARGIN,
        bint selective=False,
        nodes=None,
        int64_t cpu_ns=0,
        int64_t wall_ns=0,
    ):
        """Begin a search of the position that is set: counters to zero, limits as given.

        The defaults, with no table, are plain mode (docs/evaluation.md).

        width          moves tried in a node, unless all lose: then it tries every move
        killer_bonus, history_limit  both 0: no memory of move order
        selective      forced replies, quiescence, reductions
        futility, frontier  margins, for each turn of depth, by which a static value stands for a
                       search, and quiet moves above the horizon are skipped; the defaults do
                       neither
        nodes          nodes over all calls of `iterate` after which the search ends; None: no limit
        cpu_ns         deadline on the CPU clock of this process; 0: none
        wall_ns        deadline on Python's monotonic clock; 0: none
        """
        cdef Search *search = self.search
        search.settings = Settings(
            width, killer_bonus, history_limit, futility, frontier, selective
        )
        search.local_threats = True
        search.limits.nodes = 0xFFFFFFFFFFFFFFFF if nodes is None else nodes
        self.set_deadlines(cpu_ns, wall_ns)
        search.nodes = search.polls = 0
        search.next_poll = search.limits.nodes if search.limits.nodes < POLL_NODES else POLL_NODES
        search.stopped = RUNNING
        search.table.generation = search.table.generation + 1 & 63
        fade_memory(search)
        self.exclude(())
        if search.crew != NULL:
            self._brief()

    def set_deadlines(self, int64_t cpu_ns, int64_t wall_ns):
        """Replace the deadlines of `begin` for the rest of the search."""
        self.search.limits.cpu_ns = cpu_ns
        self.search.limits.wall_ns = wall_ns
        if wall_ns:  # Python's clock begins elsewhere on Windows, and on a Mac that has slept
            self.search.limits.wall_ns += clock_ns(CLOCK_MONOTONIC) - <int64_t>time.monotonic_ns()

    def exclude(self, moves):
        """Leave out exactly these moves at the root."""
        cdef int move
        memset(self.search.excluded, 0, sizeof(self.search.excluded))
        for move in moves:
            if not 0 <= move < MOVE_LIMIT:
                raise ValueError(f"{move} is no move: expected 0 to {MOVE_LIMIT - 1}")
            self.search.excluded[move] = 1
        self.search.excluded_count = len(moves)

    def iterate(self, int depth, int alpha=-INFINITE, int beta=INFINITE, int first=NO_MOVE):
        """The value of one search of fixed depth, or None if a limit ended it.

        `first` is the move to try first at the root. After a limit `pv` and `root_value` are those
        of the root moves that were finished. Raises the exception of a signal (Ctrl-C); the
        position is then as before.
        """
        cdef int value
        cdef bint again
        if not 0 <= depth < MAX_PLY:
            raise ValueError(f"depth {depth}: expected 0 to {MAX_PLY - 1}")
        self.search.first_move = first
        self.search.root_best = -INFINITE
        while True:
            if self.search.crew != NULL:
                self.search.crew.root = self.search.board
                self.search.crew.limits = self.search.limits
            with nogil:
                value = negamax(self.search, alpha, beta, depth, 0, 0)
            again = self._lost_one()
            _raise_pending()
            if not again:
                break
        return None if self.search.stopped != RUNNING else value

    # The crew; see `search.parallel.crew` for its processes.

    @staticmethod
    def crew_bytes():
        """Bytes of the block of memory that a crew shares."""
        return sizeof(Crew)

    def form_crew(
        self,
        memory,
        *,
        int workers,
        int brothers,
        int split_depth,
    ):
        """Search with helpers from now on; `memory`: crew_bytes() zeros, shared with the helpers.

        Raises ValueError for numbers out of range and for too little memory.
        """
        if not 2 <= workers <= MOST_WORKERS:
            raise ValueError(f"{workers} workers: expected 2 to {MOST_WORKERS}")
        if brothers < 1 or split_depth < 2:
            raise ValueError(f"{brothers} brothers first, depth {split_depth}: expected 1 and 2")
        self.leave_crew()
        PyObject_GetBuffer(memory, &self.crew_memory, PyBUF_CONTIG)
        if <uint64_t>self.crew_memory.len < sizeof(Crew):
            PyBuffer_Release(&self.crew_memory)
            raise ValueError(f"a crew takes {sizeof(Crew)} bytes")
        cdef Crew *crew = <Crew *>self.crew_memory.buf
        crew.workers = workers
        crew.brothers = brothers
        crew.split_depth = split_depth
        self.search.crew = crew
        self.search.me = 0
        self.search.split = -1
        self.search.owned = 0

    def leave_crew(self):
        """Search alone again."""
        if self.search.crew != NULL:
            self.search.crew = NULL
            PyBuffer_Release(&self.crew_memory)

    def enlist(self, int worker, int pid):
        """Set the process of a helper that was forked."""
        self.search.crew.slots[worker].pid = pid

    def help(self, int worker, int parent):
        """Work as a helper, in its own process, until `dismiss` or the parent's end."""
        cdef Search *search = self.search
        end_with_parent()
        search.me = worker
        search.base_ns = search.told_ns = 0
        with nogil:
            help_until_told(search, parent)

    def dismiss(self):
        """Tell all helpers to quit."""
        put32(&self.search.crew.quit, 1)
        tell(self.search.crew, 0)

    def lost_helpers(self):
        """The helpers that have ended without `dismiss`."""
        look_for_lost(self.search.crew)
        cdef uint32_t lost = get32(&self.search.crew.lost)
        return [worker for worker in range(1, self.search.crew.workers) if lost >> worker & 1]

    @property
    def helpers_cpu_ns(self):
        """CPU time of the helpers in this search."""
        return 0 if self.search.crew == NULL else others_cpu_ns(self.search.crew, 0)

    def split_counts(self):
        """(split points opened, joined by a helper) by ply of the node, over all searches."""
        cdef Crew *crew = self.search.crew
        cdef int ply, worker
        counts = []
        for ply in range(MAX_PLY):
            opened = joined = 0
            for worker in range(crew.workers):
                opened += crew.slots[worker].splits[ply]
                joined += crew.slots[worker].joins[ply]
            counts.append((opened, joined))
        return counts

    cdef void _brief(self) noexcept:
        """Publish a new search to the helpers, which are all idle."""
        cdef Search *search = self.search
        cdef Crew *crew = search.crew
        cdef int worker
        self._lost_one()  # an iteration that an exception ended may have lost one
        crew.root = search.board
        crew.limits = search.limits
        crew.settings = search.settings
        crew.generation = search.table.generation
        for worker in range(crew.workers):
            put64(&crew.slots[worker].nodes, 0)
            put_ns(&crew.slots[worker].cpu_ns, 0)
        put32(&crew.stop, RUNNING)
        put32(&crew.job, get32(&crew.job) + 1)

    cdef bint _lost_one(self) noexcept:
        """Whether a lost helper ended the search, which is then ready to begin again."""
        cdef Search *search = self.search
        if search.crew == NULL:
            return False
        if not get32(&search.crew.abandon) and search.stopped != STOPPED_BY_LOSS:
            return False
        with nogil:
            pick_up(search, GRACE_NS)
        if search.stopped != STOPPED_BY_LOSS:
            return False
        search.stopped = RUNNING
        return True

    def prove_vcf(self, int threats, uint64_t nodes):
        """The score of a win at the root by so many threats to win at once (VCF), or None.

        All answers are considered. It is the shortest such win if there is none with fewer threats.
        Enters at most `nodes` nodes; `pv` is the line of the longest defence. Call `begin` with
        `selective` before.
        """
        cdef Search *search = self.search
        cdef uint64_t whole = search.limits.nodes
        cdef int least = WIN - 2 * threats - 1, value
        if not 0 <= threats <= MOST_THREATS:
            raise ValueError(f"{threats} threats: expected 0 to {MOST_THREATS}")
        self._begin_proof(nodes)
        search.horizon_met = False
        with nogil:
            value = quiesce(search, least - 1, least, threats, 0, 0, False)
            if value >= least and search.stopped == RUNNING:
                value = quiesce(search, least - 1, least + 1, threats, 0, 0, False)
        ended = self._end_proof(whole)
        if not ended or EVALUATION_LIMIT < value < least:  # cut short, or a longer win
            search.horizon_met = True
        return value if ended and value >= least else None

    def prove_vct(self, int threes, uint64_t nodes):
        """The score of a win at the root by at most so many open threes (VCT), or None.

        At most 12; see vct.pxi. Enters at most `nodes` nodes; `pv` begins the line of a long defence. There
        may be a shorter win than the score says.
        """
        cdef Search *search = self.search
        cdef uint64_t whole = search.limits.nodes
        cdef int value
        if not 0 <= threes <= MOST_STONES:
            raise ValueError(f"{threes} stones: expected 0 to {MOST_STONES}")
        self._begin_proof(nodes)
        with nogil:
            value = vct_attack(search, threes, 0, 0)
            if value > EVALUATION_LIMIT and search.pv_length[0] == 0:  # by threats alone
                value = quiesce(search, EVALUATION_LIMIT, INFINITE, MOST_THREATS, 0, 0, False)
        proven = self._end_proof(whole) and value > EVALUATION_LIMIT and search.pv_length[0] > 0
        search.horizon_met = True  # more stones may always win
        return value if proven else None

    cdef void _begin_proof(self, uint64_t nodes) noexcept:
        """Let a proof enter at most so many nodes, with threats anywhere on the board."""
        cdef Search *search = self.search
        if search.nodes + nodes < search.limits.nodes:
            search.limits.nodes = search.nodes + nodes
        search.next_poll = search.nodes
        search.local_threats = False

    cdef bint _end_proof(self, uint64_t whole) except -1:
        """Whether a proof was finished; restores the search's own limit of `whole` nodes."""
        cdef Search *search = self.search
        cdef bint ended = search.stopped == RUNNING
        self._lost_one()
        _raise_pending()
        search.local_threats = True
        if search.stopped == STOPPED_BY_NODES and search.nodes < whole:
            search.stopped = RUNNING
            if search.crew != NULL:
                put32(&search.crew.stop, RUNNING)
        search.limits.nodes = whole
        search.next_poll = search.nodes
        return ended

    @property
    def nodes(self):
        """Positions entered since `begin`, by the whole crew."""
        cdef uint64_t nodes = self.search.nodes
        if self.search.crew != NULL:
            nodes += others_nodes(self.search.crew, 0)
        return nodes

    @property
    def searching(self):
        """The root's move that `iterate` is searching; another thread may ask while it does."""
        return self.search.path[0]

    @property
    def horizon_met(self):
        """Whether the last proof might have found a win with more threats, stones or nodes."""
        return self.search.horizon_met

    @property
    def stopped_by(self):
        """What ended the search: "nodes", "time", "signal"; "" while it goes on."""
        return ("", "nodes", "time", "signal", "cut", "loss")[<int>self.search.stopped]

    @property
    def root_value(self):
        """The value of the move that `pv` begins with: exact inside the window, else a bound."""
        return self.search.root_value

    def unrefuted(self):
        """The root's move that a limit cut short, if all moves finished before lose; else None."""
        cdef int best = self.search.root_best
        lost = self.search.stopped != RUNNING and -INFINITE < best < -EVALUATION_LIMIT
        return self.search.path[0] if lost else None

    def pv(self):
        """The moves of the principal variation of the last iteration."""
        cdef int i
        return tuple([self.search.pv[0][i] for i in range(self.search.pv_length[0])])

    def board_bytes(self):
        """The bytes of the board: tests compare them after undo."""
        return (<unsigned char *>&self.search.board)[: sizeof(Board)]

    @property
    def key(self):
        """The position's key."""
        return board_key(&self.search.board)

    @property
    def side(self):
        """The side to move."""
        return board_side(&self.search.board)

    def evaluate(self):
        """The static value for the side to move."""
        return evaluate(self.game, &self.search.board, &self.search.memory)

    def candidates(self):
        """(move, static order) of each candidate, in the order in which plain mode tries them."""
        cdef Picker picker
        cdef int count = generate(self.game, &self.search.board, picker.moves), i
        ranks = sorted([picker.moves[i] for i in range(count)], reverse=True)
        return [(RANK_MASK - (rank & RANK_MASK), rank >> RANK_BITS) for rank in ranks]
