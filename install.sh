#!/bin/sh
# Installs the project in this folder into a virtual environment (default .venv).
# Usage: sh install.sh [--dev] [--extra NAME] [--python PYTHON] [VENV]
#
#   (nothing)        what playing needs: the kernel, the command line and the board in the browser
#   --dev            also what the tests, the docs, tuning and a Dask cluster need
#   --extra NAME     also what an extra of pyproject.toml needs: tuning, tournament, learn, ...
#   --python PYTHON  the interpreter of a new environment [default: python3]
#
# The editable mode "compat" keeps the extension next to its sources, where homework.py finds it, and
# adds nothing to a start of Python. Other editable modes cost every move about 10 ms.
set -eu
cd "$(dirname "$0")"

usage() {
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

extras=web
venv=.venv
python=
while [ $# -gt 0 ]; do
    case $1 in
        --dev) extras=$extras,dev ;;
        --extra | --python)
            [ $# -gt 1 ] || usage
            if [ "$1" = --extra ]; then extras=$extras,$2; else python=$2; fi
            shift
            ;;
        -*) usage ;;
        *) venv=$1 ;;
    esac
    shift
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

# libraries_of EXTRAS: what extras of pyproject.toml need, the extras in them included.
libraries_of() {
    "$python" - "$1" <<'END'
import sys, tomllib

project = tomllib.load(open("pyproject.toml", "rb"))["project"]
waiting = [f"{project['name']}[{sys.argv[1]}]"]
known = project["optional-dependencies"]
for library in waiting:
    name, _, extras = library.partition("[")
    if name == project["name"]:
        for extra in extras.rstrip("]").split(","):
            if extra not in known:
                sys.exit(f"pyproject.toml has no extra {extra!r}: expected one of {', '.join(known)}")
            waiting += known[extra]
    else:
        print(library.replace(" ", ""))
END
}

made=python3
if [ -x "$venv/bin/python" ]; then made=$venv/bin/python; fi
python=${python:-$made}
if ! version=$("$python" --version); then
    echo "$python: is no Python interpreter" >&2
    exit 2
fi
if [ "$made" != python3 ] && [ "$("$made" --version)" != "$version" ]; then
    echo "$venv has $("$made" --version), not $version: remove it, or name another folder" >&2
    exit 2
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "$version is too old: Python 3.11 or newer is needed" >&2
    exit 1
fi
libraries=$(libraries_of "$extras") || exit 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
whole=$(date +%s)
kept=no  # setuptools, if a developer's environment has it already
case ,$extras, in *,dev,*) kept=yes ;; esac
if "$venv/bin/python" -c 'import setuptools' 2>/dev/null; then kept=yes; fi
step "environment $venv" "$python" -m venv "$venv"
# shellcheck disable=SC2086  # one word for each library
step "libraries for $extras" install $libraries
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
