#!/usr/bin/env bash
# Gradescope runs this once, as root, to build the machine on which submissions are graded.
set -euo pipefail

course="${AUTOGRADER_ROOT:-/autograder}/source/course"

apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    bubblewrap python3 python3-venv
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Python 3.11 or newer is needed: choose Ubuntu 24.04 as the base image" >&2
    exit 1
fi

python3 -m venv "$course/../venv"
constraints=()
[ -f "$course/constraints.txt" ] && constraints=(-c "$course/constraints.txt")
"$course/../venv/bin/python" -m pip install --quiet "${constraints[@]}" \
    -r "$course/requirements.txt"

# Nobody but root is to read the solutions.
chmod -R go-rwx "$course"
