"""The settings of a server, which the command line creates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from search.cores import cores

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from web.http.addresses import PublicUrl

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def free_cores() -> int:
    """Engines that can run at once: one less than the available cores, at least one."""
    return max(1, cores() - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a server.

    data     folder of the saved games
    hosts    accepted names in the Host header, with or without the port; the address at which a
             connection has arrived is accepted too
    public   address of a proxy or a forwarded port before the server, or None
    token    token that requests must contain; None for a server that only this machine reaches
    slots    number of engine processes
    memory_mb  address space of an engine process
    rate_per_s, burst  limits of a client's commands: per second on average, and at once
    seed     random seed of the engine's levels
    launch   starts an engine in the place of a process; it has the interface of `ChildProcess`
    """

    data: str
    hosts: tuple[str, ...] = LOOPBACK
    public: PublicUrl | None = None
    token: str | None = None
    slots: int = field(default_factory=free_cores)
    memory_mb: int = 1024
    engine_idle_s: float = 60.0
    rate_per_s: float = 50.0
    burst: int = 400
    seed: int = 1
    launch: Callable[[], Awaitable[Any]] | None = None
