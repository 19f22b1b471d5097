"""Self-play on a Dask cluster (`arena.cluster.dask_pool`). A block brings the net that it needs."""

from __future__ import annotations

import base64
import json
import os
import tempfile
import zlib
from hashlib import sha256
from typing import TYPE_CHECKING

from distributed import get_worker

from arena.cluster.dask_pool import DaskPool, Task
from arena.errors import ClusterError
from games.rules import FIVE_FAMILY
from tuning.net.errors import LearningError
from tuning.net.games.blocks import BlockPlayer

if TYPE_CHECKING:
    from typing import Self

BLOCK_DEADLINE_S = 3_600.0  # wall seconds without a finished block


class PlayCluster:
    """A Dask scheduler that distributes the blocks."""

    def __init__(self, scheduler: str) -> None:
        """Raises LearningError if there is no scheduler at this address."""
        try:
            self._pool = DaskPool(scheduler, deadline_s=BLOCK_DEADLINE_S)
        except ClusterError as error:
            raise LearningError(str(error)) from error
        self._nets: dict[str, str] = {}  # packed, by path

    @property
    def workers(self) -> int:
        """Number of workers now."""
        return self._pool.workers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, block: str) -> None:
        """Submit the block to the scheduler."""
        fields = json.loads(block)
        path = fields["net"]
        if path and path not in self._nets:
            with open(path, "rb") as file:
                self._nets[path] = base64.b64encode(zlib.compress(file.read())).decode()
        text = json.dumps({"block": fields, "net": self._nets.get(path, "")})
        key = f"block {fields['first']}"
        self._pool.submit(Task(key=key, text=text, play=play_on_worker, family=FIVE_FAMILY))

    def next(self) -> str:
        """Wait for the games of the next finished block. Raises LearningError."""
        try:
            return self._pool.next()[1]
        except ClusterError as error:
            raise LearningError(str(error)) from error

    def close(self) -> None:
        """Disconnect; the cluster drops our blocks."""
        self._pool.close()


def play_on_worker(text: str) -> str:
    """Play a block on the present Dask worker, with the net that it brings."""
    worker = get_worker()
    player = getattr(worker, "pente_blocks", None)
    if player is None:
        player = worker.pente_blocks = BlockPlayer()
    brought = json.loads(text)
    fields = brought["block"]
    if brought["net"]:
        fields["net"] = kept_net(zlib.decompress(base64.b64decode(brought["net"])))
    played: str = player.play(json.dumps(fields))
    return played


def kept_net(content: bytes) -> str:
    """The path of a file with this content in this user's folder of temporary files."""
    name = f"pente-net-{os.getuid()}-{sha256(content).hexdigest()[:32]}.net"
    path = os.path.join(tempfile.gettempdir(), name)
    if not os.path.exists(path):
        handle, temporary = tempfile.mkstemp(suffix=".net")
        with open(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    return path
