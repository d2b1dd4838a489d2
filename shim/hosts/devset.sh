#!/usr/bin/env bash
# Builds the extensions of a list as they are installed, for `make unseen`.
#
#   shim/hosts/devset.sh LIST DIR
#
# A line of LIST: the extension's id, its repository (an address that git clones),
# the commit, the folder in it ("." for the top), and what makes a .vsix in that
# folder ("-" for "install && package", two functions of this file: by the lock file,
# and vsce). Words after # are notes.
#
# What is built lies below DIR/built, each log below DIR/log. What stands there for
# the same line is not built again, so a run goes on where the last one broke off.
# A stranger's build commands run with your rights: use a machine made for it.
# Exit codes: 0 all are built, 1 some are not, 2 wrong call.
# The commands of the list call what is defined here.
# shellcheck disable=SC2317
set -euo pipefail

if (($# != 2)) || [[ ! -f $1 ]]; then
	sed -n '2,14s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
list=$(realpath "$1")
mkdir -p "$2"
dir=$(realpath "$2")
mkdir -p "$dir/built" "$dir/log" "$dir/work" "$dir/done"
export dir

# What the builds call by name: yarn of both kinds and pnpm, whatever the machine has.
export tools=$dir/tools
quiet=(--silent --no-audit --no-fund)
[[ -d $tools/berry ]] || npm install "${quiet[@]}" --prefix "$tools" yarn@1.22.22 pnpm@9.15.9 @vscode/vsce@3.9.2
[[ -d $tools/berry ]] || npm install "${quiet[@]}" --prefix "$tools/berry" @yarnpkg/cli-dist@4.12.0
export PATH=$tools/node_modules/.bin:$PATH npm_config_engine_strict=false npm_config_yes=true
# No browser is fetched for tests that nobody runs here.
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 PUPPETEER_SKIP_DOWNLOAD=1 ELECTRON_SKIP_BINARY_DOWNLOAD=1

# install puts the dependencies there, by the lock file that the folder or one above it has. Their own
# scripts do not run: most of them fetch what cannot be had here.
install() {
	local at=$PWD
	while [[ $at != / ]]; do
		if [[ -f $at/pnpm-lock.yaml ]]; then
			(cd "$at" && pnpm install --frozen-lockfile --ignore-scripts)
			return
		elif [[ -f $at/yarn.lock ]]; then
			if grep -q '^__metadata:' "$at/yarn.lock"; then
				yarn() { node "$tools/berry/node_modules/@yarnpkg/cli-dist/bin/yarn.js" "$@"; }
				(cd "$at" && yarn install --immutable)
			else
				(cd "$at" && command yarn install --frozen-lockfile --ignore-engines --ignore-scripts)
			fi
			return
		elif [[ -f $at/package-lock.json ]]; then
			(cd "$at" && npm ci --ignore-scripts --no-audit --no-fund)
			return
		fi
		[[ ! -e $at/.git ]] || break
		at=$(dirname "$at")
	done
	npm install --ignore-scripts --no-audit --no-fund
}

package() {
	[[ ! -f README.md ]] || echo "Words." >README.md # vsce refuses some pictures that it shows
	local more=()
	[[ ! -f pnpm-lock.yaml && ! -f ../pnpm-lock.yaml && ! -f ../../pnpm-lock.yaml ]] || more=(--no-dependencies)
	vsce package --allow-missing-repository --skip-license --allow-star-activation "${more[@]}" -o ringfence.vsix
}

# build makes DIR/built/ID of one line; what it prints is the log.
build() {
	local id=$1 from=$2 commit=$3 folder=$4 how=$5
	rm -rf "$dir/work/$id" "$dir/built/$id"
	git clone -q --no-checkout "$from" "$dir/work/$id"
	cd "$dir/work/$id"
	git checkout -q "$commit"
	git submodule update -q --init --recursive || echo "not all submodules are to be had"
	cd "$folder"
	if [[ $how == - ]]; then
		install
		package
	else
		eval "$how"
	fi
	local vsix
	vsix=$(find . -name '*.vsix' -not -path '*/node_modules/*' -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2-)
	[[ -n $vsix ]] || { echo "no .vsix was made"; return 1; }
	mkdir -p "$dir/built/$id"
	unzip -q "$vsix" 'extension/*' -d "$dir/built/$id.new"
	rm -rf "$dir/built/$id"
	mv "$dir/built/$id.new/extension" "$dir/built/$id"
	rm -rf "$dir/built/$id.new" "$dir/work/$id"
}

failed=0
while read -r id from commit folder how; do
	[[ -n $id && $id != \#* ]] || continue
	how=${how%%#*}
	line="$id $from $commit $folder $how"
	if [[ -f $dir/done/$id && $(<"$dir/done/$id") == "$line" ]]; then
		echo "$id: is built"
		continue
	fi
	# Not as a condition: bash would go on after a command of build that fails.
	set +e
	(
		export -f build install package
		timeout -k 5 900 bash -c 'set -e; quiet=(); build "$@"' - "$id" "$from" "$commit" "$folder" "${how%"${how##*[! ]}"}"
	) >"$dir/log/$id" 2>&1 </dev/null
	status=$?
	set -e
	if ((status == 0)); then
		echo "$line" >"$dir/done/$id"
		echo "$id: built"
	else
		echo "$id: not built ($(tail -1 "$dir/log/$id" | cut -c1-100)), see $dir/log/$id"
		failed=1
	fi
done <"$list"
exit "$failed"
