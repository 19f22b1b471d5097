#!/bin/sh
# Installs the project in this folder into a virtual environment (default .venv).
# Usage: sh install.sh [--dev] [VENV]
#
#   (nothing)  what playing needs: the kernel, the command line and the board in the browser
#   --dev      also what the tests, the docs, tuning and a Dask cluster need
#
# The editable mode "compat" keeps the extension next to its sources, where homework.py finds it, and
# adds nothing to a start of Python. Other editable modes cost every move about 10 ms.
set -eu
cd "$(dirname "$0")"

extra=web
venv=.venv
for argument in "$@"; do
    case $argument in
        --dev) extra=dev ;;
        -*) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
        *) venv=$argument ;;
    esac
done

# step TEXT COMMAND...: the text, then the seconds that the command took.
step() {
    printf '%s ... ' "$1"
    shift
    begun=$(date +%s)
    "$@" >"$log" 2>&1 || { echo failed; cat "$log" >&2; exit 1; }
    echo "$(($(date +%s) - begun)) s"
}

# install ARGUMENTS...: pip in the environment.
install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}

# libraries_of EXTRA: what an extra of pyproject.toml needs, the extras in it included.
libraries_of() {
    "$venv/bin/python" - "$1" <<'END'
import sys, tomllib

project = tomllib.load(open("pyproject.toml", "rb"))["project"]
waiting = [f"{project['name']}[{sys.argv[1]}]"]
for library in waiting:
    name, _, extras = library.partition("[")
    if name == project["name"]:
        for extra in extras.rstrip("]").split(","):
            waiting += project["optional-dependencies"][extra]
    else:
        print(library.replace(" ", ""))
END
}

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "$(python3 --version) is too old: Python 3.11 or newer is needed" >&2
    exit 1
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
whole=$(date +%s)
kept=no  # setuptools, if a developer's environment has it already
if [ "$extra" = dev ] || "$venv/bin/python" -c 'import setuptools' 2>/dev/null; then kept=yes; fi
step "environment $venv" python3 -m venv "$venv"
# shellcheck disable=SC2046  # one word for each library
step "libraries for ${extra}" install $(libraries_of "$extra")
step "kernel, compiled, and the commands in $venv/bin" \
    install --no-deps --editable . --config-settings editable_mode=compat
if [ "$kept" = no ]; then
    # `python3 -m venv` of Python 3.11 has just added setuptools. Its hook costs 0.7 ms at each start
    # of this environment's Python, so also in each move. Only a developer needs it.
    "$venv/bin/python" -m pip uninstall --quiet --yes setuptools >"$log" 2>&1 || cat "$log" >&2
fi

if ! "$venv/bin/python" -c 'import search.kernel.five' 2>/dev/null; then
    echo 'WARNING: the kernel was NOT built (no C compiler, or no Python headers?).' >&2
    echo 'WARNING: homework.py will play weakly, with the slow search in Python.' >&2
fi
echo "installed in $(($(date +%s) - whole)) s, $(du -sm "$venv" | cut -f1) MB"
