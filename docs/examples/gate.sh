#!/bin/sh
# The gates without a forge: what the branch brings over what it grew from.
# usage: gate.sh [BASE [DIR]]    exit code 1: a gate does not hold
set -eu
base=$(git merge-base "${1:-origin/main}" HEAD)
ringfence gate --base "$base" --dir "${2:-ringfence-out}"
