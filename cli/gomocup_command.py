"""The command that turns the engine into a brain of the Gomocup protocol."""

from __future__ import annotations

import rich_click as click

from agent.gomocup.loop import main


@click.command(epilog="Example: pente gomocup")
def gomocup() -> None:
    """Play as a brain of the Gomocup protocol on standard input and output.

    Managers start the same program as `pbrain-pente`. Rules: INFO rule 0 is freestyle, 1 exactly
    five, 32 Pente, 64 Keryo-Pente. Boards have 5 to 20 lines; Pente and Keryo-Pente need 19.
    """
    main()
