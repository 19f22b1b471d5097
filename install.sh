#!/bin/sh
# Installs the project in this folder into a virtual environment (default .venv): the command line,
# the compiled kernel and the tools for tests. Usage: sh install.sh [VENV]
#
# The editable mode "compat" keeps the extension next to its sources, where homework.py finds it, and
# adds nothing to a start of Python. Other editable modes cost every move about 10 ms.
set -eu
cd "$(dirname "$0")"
venv=${1:-.venv}

python3 -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --editable '.[dev]' --config-settings editable_mode=compat

if ! "$venv/bin/python" -c 'import search.kernel.five' 2>/dev/null; then
    echo 'WARNING: the kernel was NOT built (no C compiler, or no Python headers?).' >&2
    echo 'WARNING: homework.py will play weakly, with the slow search in Python.' >&2
fi
