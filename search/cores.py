"""The processors that this process may use."""

from __future__ import annotations

import os

from search.limits import MOST_WORKERS

QUOTA_FILE = "/sys/fs/cgroup/cpu.max"


def cores() -> int:
    """The number of processors this process may use, by its affinity and its cgroup's quota."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        with open(QUOTA_FILE, encoding="ascii") as file:
            quota, period = file.read().split()
            if quota != "max":
                count = min(count or 1, max(1, int(quota) // int(period)))
    except (OSError, ValueError):
        pass  # no readable quota
    return min(count or 1, MOST_WORKERS)
