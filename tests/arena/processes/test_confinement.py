"""Programs of others: limits of memory, processes and disk, no secrets, no network."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.game.player import CRASH, Fault
from arena.processes import confinement
from arena.processes.command import run_command
from arena.processes.confinement import (
    DISK_LIMIT,
    KEEP,
    MEMORY_LIMIT,
    PROCESS_LIMIT,
    environment,
    network_warning,
    without_network,
)
from arena.processes.line_process import BrainProcess
from cli.main import pente
from tests.arena.processes.running import run
from tests.arena.waiting import DEADLINE_S

MIB = 1 << 20
isolated = pytest.mark.skipif(
    not without_network(), reason="this system gives no network namespace to users"
)


def test_memory_of_a_process_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that asks for more gets an error of its own; reserving addresses is allowed."""
    monkeypatch.setattr(confinement, "MOST_MEMORY_BYTES", 256 * MIB)
    end = run(tmp_path, f"bytearray({400 * MIB})")
    assert end.exit_code == 1
    assert end.complaint == "MemoryError"
    reserve = f"import mmap; mmap.mmap(-1, {4096 * MIB}, prot=mmap.PROT_READ); print('reserved')"
    assert run(tmp_path, reserve).printed == "reserved\n"


def test_memory_of_all_processes_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shared memory counts as well, which no limit of a process covers."""
    monkeypatch.setattr(confinement, "_all_memory_bytes", lambda: 200 * MIB)
    end = run(
        tmp_path,
        f"""
        import mmap
        with mmap.mmap(-1, {300 * MIB}) as shared:
            for start in range(0, len(shared), {MIB}):
                shared[start : start + {MIB}] = bytes({MIB})
            time.sleep(600)
        """,
    )
    assert end.killed == MEMORY_LIMIT


def test_processes_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program with too many processes is killed, and none of them is left."""
    monkeypatch.setattr(confinement, "MOST_PROCESSES", 10)
    end = run(
        tmp_path,
        """
        for _ in range(30):
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
        time.sleep(600)
        """,
    )
    assert end.killed == PROCESS_LIMIT


def test_a_large_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file larger than allowed is an error of the program that writes it."""
    monkeypatch.setattr(confinement, "MOST_FILE_BYTES", MIB)
    end = run(tmp_path, f"open('large', 'wb').write(bytes({2 * MIB}))")
    assert end.exit_code != 0
    assert (tmp_path / "large").stat().st_size <= MIB


def test_a_full_folder_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many files, or large ones together, are found while the program runs or at its end."""
    monkeypatch.setattr(confinement, "MOST_FOLDER_BYTES", 3 * MIB)
    monkeypatch.setattr(confinement, "MOST_FILES", 50)
    for number, body in enumerate((
        "for n in range(5): open(str(n), 'wb').write(bytes(1 << 20))",
        "for n in range(60): open(str(n), 'wb').close()",
        "os.makedirs('a/b')\nfor n in range(5): open(f'a/b/{n}', 'wb').write(bytes(1 << 20))",
        "while True:\n    open(str(time.time()), 'wb').write(bytes(1 << 18)); time.sleep(0.05)",
    )):  # fmt: skip
        folder = tmp_path / str(number)
        folder.mkdir()
        assert run(folder, body).killed == DISK_LIMIT, body


def test_secrets_of_the_environment_are_not_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program gets what it needs to run, a folder for temporary files, and what is named."""
    monkeypatch.setenv("API_TOKEN", "secret")
    monkeypatch.setenv("LC_ALL", "C")
    shown = run(tmp_path, "print(sorted(os.environ))").printed
    assert "API_TOKEN" not in shown
    assert "PATH" in shown
    assert "LC_ALL" in shown
    assert environment(str(tmp_path))["TMPDIR"] == str(tmp_path)
    monkeypatch.setenv(KEEP, "OTHER,API_TOKEN")
    assert "API_TOKEN" in run(tmp_path, "print(sorted(os.environ))").printed


@isolated
def test_there_is_no_network(tmp_path: Path) -> None:
    """A program cannot reach even this computer, but can talk to itself and keeps its user."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        end = run(
            tmp_path,
            f"""
            import socket
            for address in (('127.0.0.1', {port}), ('192.0.2.1', 80)):
                try:
                    socket.create_connection(address, 2)
                    print('reached', address)
                except OSError as error:
                    print(type(error).__name__)
            own = socket.create_server(('127.0.0.1', 0))
            socket.create_connection(own.getsockname(), 2)
            open('written', 'w').write(str(os.getuid()))
            """,
        )
    assert end.printed.split() == ["ConnectionRefusedError", "OSError"]
    assert (tmp_path / "written").read_text() == str(os.getuid())
    assert (tmp_path / "written").stat().st_uid == os.getuid()


def test_confinement_is_not_charged(tmp_path: Path) -> None:
    """What the preparation costs is subtracted from the program's CPU seconds."""
    with confinement.Confinement() as used:
        pid = os.fork()
        if not pid:
            used.apply()
            os._exit(0)
        os.waitpid(pid, 0)
        assert 0 < used.cost_s() < 1
    true = run_command(["/bin/true"], str(tmp_path), cpu_limit_s=5.0, wall_limit_s=DEADLINE_S)
    assert 0 <= true.cpu_s < 0.1


def test_a_brain_is_confined_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its environment is trimmed, and a brain that fills its folder is ended with a reason."""
    monkeypatch.setenv("API_TOKEN", "secret")
    monkeypatch.setattr(confinement, "MOST_FOLDER_BYTES", 2 * MIB)
    text = (
        "import os, resource, time\n"
        "print('API_TOKEN' in os.environ, resource.getrlimit(resource.RLIMIT_CORE), flush=True)\n"
        "for n in range(5): open(str(n), 'wb').write(bytes(1 << 20))\n"
        "time.sleep(600)\n"
    )
    brain = BrainProcess([sys.executable, "-I", "-S", "-c", text], str(tmp_path))
    with ExitStack() as stack:
        stack.callback(brain.end)
        assert brain.hear(DEADLINE_S) == "False (0, 0)"
        fault = brain.hear(DEADLINE_S)
        assert isinstance(fault, Fault)
        assert fault.termination == CRASH
        assert "filling its folder" in fault.reason


def test_a_program_that_can_use_the_network_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system cannot take the network away, the commands say so, once it matters."""
    monkeypatch.setattr(confinement, "without_network", lambda: False)
    assert network_warning(["engine", "level:3"]) is None
    warning = network_warning(["engine", "gomocup:brain"])
    assert warning is not None
    assert "can use the network" in warning
    shown = CliRunner().invoke(pente, ["check", "agent:true", "--only", "sample"])
    assert "can use the network" in shown.stderr
    monkeypatch.setenv(confinement.NETWORK, "1")
    assert network_warning(["agent:folder"]) is None
