"""How a server is set up: an immutable record that the command line makes."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent.efficiency import cores

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def free_cores() -> int:
    """Engines that may run at once: one less than the cores we may use, at least one."""
    return max(1, cores() - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server is set up.

    data     folder of the saved games
    hosts    names under which pages may be fetched, with or without the port
    token    what requests must carry; None: nothing, for a server that only this machine reaches
    seats    engine processes at once
    memory_mb  address space of an engine process
    rate_per_s, burst  commands of a client: so many a second for ever, so many at once
    seed     of what is random in the engine's levels
    """

    data: str
    hosts: tuple[str, ...] = LOOPBACK
    token: str | None = None
    seats: int = field(default_factory=free_cores)
    memory_mb: int = 1024
    engine_idle_s: float = 60.0
    rate_per_s: float = 50.0
    burst: int = 400
    seed: int = 1
