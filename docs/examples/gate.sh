#!/bin/sh
# The gates without a forge: what the branch brings over what it grew from. An
# extension that is built before it ships is built first, where no secret is:
#   ringfence build . --out head.vsix
# usage: gate.sh [BASE [DIR [HEAD.vsix [BASE.vsix]]]]    exit code 1: a gate does not hold
set -eu
base=$(git merge-base "${1:-origin/main}" HEAD)
dir=${2:-ringfence-out} head=${3:-} before=${4:-}
# What was not built does not pass, whatever its sources say.
set -- --base "$base" --dir "$dir" --require package
[ -z "$head" ] || set -- "$@" --package "$head"
[ -z "$before" ] || set -- "$@" --base-package "$before"
ringfence gate "$@"
