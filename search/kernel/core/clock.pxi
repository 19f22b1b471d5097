# Clocks, limits and Ctrl-C of a search: read every POLL_NODES nodes, never inside a node.

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.math cimport log
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, clock_gettime, timespec

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept  # an exception stays set until `_raise_pending` raises it
    void *PyErr_Occurred() noexcept

cdef enum:
    POLL_NODES = 256   # 0.1 to 0.5 ms; a reading of the clock costs 0.4 us
    SIGNAL_POLLS = 64  # every 64th poll looks for Ctrl-C: some 20 ms

cdef enum StopReason:
    RUNNING = 0
    STOPPED_BY_NODES = 1
    STOPPED_BY_TIME = 2
    STOPPED_BY_SIGNAL = 3
    STOPPED_BY_CUT = 4      # crew: the split point that this worker is in is no longer needed
    STOPPED_BY_LOSS = 5     # crew: a helper is gone

cdef struct Limits:
    uint64_t nodes          # of the whole search; the largest number where there is no limit
    int64_t cpu_ns          # deadline on this process's CPU clock; 0: none
    int64_t wall_ns         # deadline on the monotonic clock; 0: none


cdef inline int64_t clock_ns(int clock) noexcept nogil:
    """The reading of a POSIX clock, in nanoseconds."""
    cdef timespec now
    clock_gettime(clock, &now)
    return <int64_t>now.tv_sec * 1_000_000_000 + now.tv_nsec


cdef int signals_pending() noexcept with gil:
    """-1 if a signal handler raised an exception, which `_raise_pending` then raises."""
    return PyErr_CheckSignals()


cdef StopReason limit_reached(
    const Limits *limits, uint64_t nodes, int64_t others_ns
) noexcept nogil:
    """The limit that ends the search now, or RUNNING; `others_ns`: CPU time of other processes."""
    if nodes >= limits.nodes:
        return STOPPED_BY_NODES
    if limits.cpu_ns and clock_ns(CLOCK_PROCESS_CPUTIME_ID) + others_ns >= limits.cpu_ns:
        return STOPPED_BY_TIME
    if limits.wall_ns and clock_ns(CLOCK_MONOTONIC) >= limits.wall_ns:
        return STOPPED_BY_TIME
    return RUNNING


cdef int _raise_pending() except -1:
    """Raise the exception that a signal handler left behind, if there is one."""
    return -1 if PyErr_Occurred() else 0
