"""The command that turns the engine into a brain of the Gomocup protocol."""

from __future__ import annotations

import click

from agent.gomocup.loop import main


@click.command()
def gomocup() -> None:
    """Speak the Gomocup protocol on standard input and output, as a brain.

    A manager starts it as `pbrain-pente`, which is the same. INFO rule 0 is freestyle, 1 exactly
    five, 32 Pente, 64 Keryo-Pente; boards have 5 to 20 lines, those with captures 19.
    """
    main()
