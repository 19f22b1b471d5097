"""Commands of the board in the browser: `play` opens it, `serve` only serves it."""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
import webbrowser

import rich_click as click

from cli.options import asked_format, file_options, ply_option
from cli.reading import Found, read_one_game

PORT = 8123
PORT_HELP = f"Port; 0 = any free port. [default: {PORT}]"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only compared

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Folder of the saved games. [default: pente-engine in the user's data folder]",
)


@click.command(epilog="Example: pente play game.sgf")
@click.argument("file", required=False)
@file_options
@ply_option
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, metavar="N", help=PORT_HELP)
@data_option
def play(
    *,
    file: str | None,
    game: str | None,
    number: int | None,
    ply: int | None,
    port: int,
    data: str | None,
) -> None:
    """Open the board in the browser, with the game or position of FILE if there is one.

    FILE is a record of any format, a position, or a harness folder; - is standard input. The game
    is saved with the others, with its variations and comments.
    """
    if file is None and (asked_format() or game or number or ply is not None):
        raise click.UsageError("--from, --game, --number and --ply need a FILE")
    found = None if file is None else read_one_game(file, game, number)
    _serve("127.0.0.1", port, data, token=None, browser=True, found=found, ply=ply)


@click.command(epilog="Example: pente serve --host 192.168.1.5 --allow-remote")
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, metavar="N", help=PORT_HELP)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on.",
)
@click.option("--allow-remote", is_flag=True, help="Accept other machines; they need the token.")
@click.option(
    "--token",
    metavar="TOKEN",
    help="Access token. [default with --allow-remote: a new one, printed]",
)
@data_option
def serve(*, port: int, host: str, allow_remote: bool, token: str | None, data: str | None) -> None:
    """Serve the board without opening a browser."""
    if host not in LOOPBACK and not allow_remote:
        raise click.UsageError(
            f"other machines can reach {host}: add --allow-remote, which sets an access token"
        )
    if allow_remote and token is None:
        token = secrets.token_urlsafe(24)
    if token is not None and len(token) < 16:
        raise click.UsageError("a token needs at least 16 characters")
    _serve(host, port, data, token=token, browser=False)


def _serve(
    host: str,
    port: int,
    data: str | None,
    *,
    token: str | None,
    browser: bool,
    found: Found | None = None,
    ply: int | None = None,
) -> None:
    """Serve until interrupted; the address opens the game that was found, if any."""
    try:
        from web.http.server import bind  # noqa: PLC0415 - other commands do not need it
        from web.http.server import serve as run  # noqa: PLC0415 - as above
        from web.records.reading import session_of  # noqa: PLC0415 - as above
        from web.sessions.store import data_folder  # noqa: PLC0415 - as above
        from web.settings import LOOPBACK as NAMES  # noqa: PLC0415 - as above
        from web.settings import Settings  # noqa: PLC0415 - as above
    except ImportError as missing:
        raise click.ClickException(
            f"{missing}; the board is an extra: pip install '.[web]'"
        ) from missing
    opened = None if found is None else session_of(found.record)
    if opened is not None and ply is not None:
        line = opened.tree.main_line()
        if ply >= len(line):
            raise click.UsageError(f"the game has {len(line) - 1} moves, not {ply}")
        opened.goto(line[ply])
    listener = bind(host, port)
    bound = listener.getsockname()[1]
    if port not in (0, bound):
        click.echo(f"Port {port} is busy: using port {bound} instead.", err=True)
    names = NAMES if host in LOOPBACK else (*NAMES, *_own_names(host))
    settings = Settings(data=data or data_folder(), hosts=names, token=token)
    address = f"http://{_in_url(_reachable(host))}:{bound}/" + (f"#token={token}" if token else "")
    if opened is not None:
        address += f"#game={opened.id}"

    def ready() -> None:
        click.echo(f"The board is at {address} (Ctrl-C ends it)")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(settings, listener, ready, opened)


def _in_url(host: str) -> str:
    """The name or address as a URL has it."""
    return f"[{host}]" if ":" in host else host


def _reachable(host: str) -> str:
    """What other machines write for the address that the server listens on."""
    if host not in EVERYWHERE:
        return host
    addresses = [each for each in _addresses() if (":" in each) == (":" in host)]
    return addresses[0] if addresses else socket.gethostname().lower()


def _addresses() -> list[str]:
    """This machine's addresses towards other machines: its own end of a route, nothing is sent."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # addresses that are kept for documentation
            found.append(str(probe.getsockname()[0]))
    return found


def _own_names(host: str) -> tuple[str, ...]:
    """Host names under which clients may reach a server on this address, as URLs have them."""
    names = {host, socket.gethostname().lower(), socket.getfqdn().lower()}
    if host in EVERYWHERE:
        names.update(_addresses())
        with contextlib.suppress(OSError):  # the machine's name may not resolve
            names |= {str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None)}
    return tuple(sorted(_in_url(name) for name in names))
