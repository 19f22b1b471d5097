"""The response times of the server, idle and during analysis, and of a move.

    python -m benchmarks.web_load [--requests 300] [--moves 60]

Starts its own server on a free port. Prints medians and 99th percentiles in milliseconds, and the
status codes of 200 simultaneous requests for analysis.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import random
import statistics
import tempfile
import threading
import time

import httpx

from web.http.server import BoardServer, bind
from web.settings import Settings

SEED = 1
AT_ONCE = 200
END_S = 8
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


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


async def measure(port: int, requests: int, most_moves: int) -> None:
    """Send the requests and print the times."""
    limits = httpx.Limits(max_connections=None)
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, timeout=30, limits=limits) as client:
        print("request, idle:      ", await answers(client, requests))
        print("move:               ", await moves(client, most_moves))
        game = (await client.post("/api/import", json={"text": "gomoku-15:H8"})).json()
        path = f"/api/games/{game['id']}/analysis"
        wishes = [
            {"tab": f"t{number}", "node": 1, "action": "start", "budget_s": 20}
            for number in range(AT_ONCE)
        ]
        began = time.perf_counter()
        statuses = await asyncio.gather(*(client.post(path, json=wish) for wish in wishes))
        wall_s = time.perf_counter() - began
        counts = collections.Counter(answer.status_code for answer in statuses)
        print(f"{AT_ONCE} analyses at once:", dict(counts), f"in {wall_s:.2f} s")
        print("request, analysing: ", await answers(client, requests))


def main() -> None:
    """Start a server and measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--moves", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        listener = bind("127.0.0.1", 0)
        server = BoardServer(Settings(data=folder))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        asyncio.run(measure(listener.getsockname()[1], options.requests, options.moves))
        server.end()
        thread.join(END_S)
        listener.close()


if __name__ == "__main__":
    main()
