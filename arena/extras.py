"""The command that installs an extra: other packages that some commands need."""

import os
import shlex
import sys

from search import ROOT

INSTALLER = "install.sh"  # only a checkout has it; pip would replace the checkout by a copy there


def how_to_install(extra: str) -> str:
    """The command that adds an extra of pyproject.toml to the environment of this Python."""
    if not os.path.isfile(os.path.join(ROOT, INSTALLER)):
        return f"pip install 'pente-engine[{extra}]'"
    own = sys.prefix in (sys.base_prefix, os.path.join(ROOT, ".venv"))
    return f"sh {INSTALLER} --extra {extra}" + ("" if own else f" {shlex.quote(sys.prefix)}")
