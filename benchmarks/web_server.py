"""The start of `pente serve`, and its response times: idle, during analysis, and of a move.

    python -m benchmarks.web_server [--starts 7] [--requests 300] [--moves 60]

Prints medians over the starts: the wall seconds until the page's first byte arrives, and the CPU
seconds (user and system) of a server that answers one request and ends. Then it prints medians and
99th percentiles of response times, and the status codes of 200 simultaneous requests for analysis.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import random
import resource
import statistics
import time
import urllib.request

import httpx

from tools.browser import board

SEED = 1
AT_ONCE = 200
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


def start() -> tuple[float, float]:
    """Wall seconds to the page, and CPU seconds of a server that serves it once."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    with board() as address, urllib.request.urlopen(address, timeout=20) as page:  # noqa: S310 - ours
        page.read(1)
        wall_s = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall_s, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def answers(client: httpx.AsyncClient, requests: int) -> str:
    """The response times of a trivial request."""
    took = []
    for _ in range(requests):
        began = time.perf_counter()
        (await client.get("/api/health")).raise_for_status()
        took.append(time.perf_counter() - began)
    took.sort()
    return f"p50 {1000 * took[requests // 2]:.1f}, p99 {1000 * took[requests * 99 // 100]:.1f} ms"


async def moves(client: httpx.AsyncClient, most: int) -> str:
    """The response time of a move in a random game of Pente; each answer holds the whole game."""
    dice = random.Random(SEED)
    took: list[float] = []
    game = (await client.post("/api/games", json={"preset": "pente", "players": PEOPLE})).json()
    while game["result"] is None and len(took) < most:
        view = game["position"]
        empty = [point for point, cell in enumerate(view["cells"]) if cell == "."]
        move = str(dice.choice(empty if view["legal"] is None else view["legal"]))
        began = time.perf_counter()
        answer = await client.post(
            f"/api/games/{game['id']}/play", json={"node": game["current"], "move": move}
        )
        took.append(time.perf_counter() - began)
        game = answer.raise_for_status().json()
    return f"median of {len(took)}: {1000 * statistics.median(took):.1f} ms"


async def measure(address: str, requests: int, most_moves: int) -> None:
    """Send the requests and print the times."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=30, limits=limits) as client:
        print("request, idle:      ", await answers(client, requests))
        print("move:               ", await moves(client, most_moves))
        game = (await client.post("/api/import", json={"text": "gomoku-15:H8"})).json()
        path = f"/api/games/{game['id']}/analysis"
        bodies = [
            {"tab": f"t{number}", "node": 1, "action": "start", "budget_s": 20}
            for number in range(AT_ONCE)
        ]
        began = time.perf_counter()
        statuses = await asyncio.gather(*(client.post(path, json=request) for request in bodies))
        wall_s = time.perf_counter() - began
        counts = collections.Counter(answer.status_code for answer in statuses)
        print(f"{AT_ONCE} analyses at once:", dict(counts), f"in {wall_s:.2f} s")
        print("request, analysing: ", await answers(client, requests))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=7)
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--moves", type=int, default=60)
    options = parser.parse_args()
    starts = [start() for _ in range(options.starts)]
    wall_s, cpu_s = (statistics.median(column) for column in zip(*starts, strict=True))
    print(f"start:               page after {wall_s:.2f} s wall, {cpu_s:.2f} s CPU in all")
    with board() as address:
        asyncio.run(measure(address, options.requests, options.moves))


if __name__ == "__main__":
    main()
