#!/bin/sh
# Sets up the project beside this file, in .venv or the folder that is named: command line, tools for
# the tests, compiled kernel.
#
# The editable mode "compat" leaves the extension beside its sources, where homework.py finds it, and
# costs a start of Python nothing; the other editable modes tax every move by some 10 ms.
set -eu
cd "$(dirname "$0")"
venv=${1:-.venv}

python3 -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --editable '.[dev]' --config-settings editable_mode=compat

if ! "$venv/bin/python" -c 'import search.kernel.five' 2>/dev/null; then
    echo 'WARNING: the kernel was NOT built (no C compiler, or no Python headers?).' >&2
    echo 'WARNING: homework.py will play weakly, with the slow readable searcher.' >&2
fi
