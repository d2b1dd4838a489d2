#!/bin/sh
# Puts the program of this commit where the action finds it, and says where in
# the outputs "binary" and "scorecard". The first of these that applies:
#
#   1. INPUT_BINARY_PATH names a program that is there already;
#   2. INPUT_FROM_SOURCE is "true", or the table of checksums names no version, as
#      on every commit that is no release: it is built from the action's own
#      checkout, in the second case with a warning;
#   3. the tool cache of the runner holds the archive;
#   4. the archive is downloaded, from INPUT_MIRROR or the release.
#
# Nothing of an archive is unpacked before its SHA-256 is the one that
# release/checksums.txt names, a file of the same commit as this script. That
# holds for the cache too: a job before this one may have written there. There
# is no way to go on without the checksum: where the table names a version,
# nothing is built instead, whatever went wrong with the archive.
#
# With the argument "plan" it installs nothing. It says in the output "go" which
# version of Go has to be set up first; empty: none.
#
# It runs on Linux, macOS and Windows (Git's bash), and needs curl, tar and one
# of sha256sum and shasum, which every runner has. With zstd on the PATH, as on
# GitHub's runners, it takes the archive that zstd packed: unpacking the other
# takes three times the processor time. Exit codes are the program's: 2 asked
# wrongly, 3 it could not be done.
set -eu
LC_ALL=C
export LC_ALL

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
table=${RINGFENCE_CHECKSUMS:-$here/checksums.txt}
releases=https://github.com/ringfence-dev/ringfence/releases/download

# line makes one line of a workflow command's text: names and addresses come
# from the workflow, and answers from a server. Most need no change, and no
# processes for it.
line() {
	case $* in
	*[!\ -~]* | *%*) printf '%s' "$*" | tr '\r\n' '  ' | sed 's/%/%25/g' ;;
	*) printf '%s' "$*" ;;
	esac
}
say() { printf 'ringfence: %s\n' "$(line "$*")"; }
warn() { printf '::warning title=ringfence::%s\n' "$(line "$*")"; }
fail() {
	code=$1
	shift
	printf '::error title=ringfence could not be installed::%s\n' "$(line "$*")"
	exit "$code"
}

# output gives the step an output; the value is a path and must be one line.
output() {
	case $2 in *"
"*) fail 2 "the path $2 holds a line break" ;; esac
	[ -n "${GITHUB_OUTPUT:-}" ] || fail 2 'GITHUB_OUTPUT names no file: this is no step of a run'
	printf '%s=%s\n' "$1" "$(native "$2")" >>"$GITHUB_OUTPUT"
}

# native is a path as programs of the system read it; only Windows differs.
native() {
	if [ "$system" = windows ] && command -v cygpath >/dev/null; then cygpath -m -- "$1"; else printf '%s' "$1"; fi
}

# sum prints the SHA-256 of a file. Read from standard input, because a name
# with a backslash changes what is printed.
sum() {
	if command -v sha256sum >/dev/null; then said=$(sha256sum <"$1"); else said=$(shasum -a 256 <"$1"); fi
	printf '%s' "${said%% *}"
}

yes_or_no() {
	case $2 in true | false) ;; *) fail 2 "$1 is neither true nor false: $2" ;; esac
}

# platform sets system, machine and exe, with Go's names. The runner's own words
# win over the kernel's: on Windows for arm64 the shell itself is emulated.
platform() {
	case ${RUNNER_OS:-$(uname -s)} in
	Linux) system=linux ;;
	macOS | Darwin) system=darwin ;;
	Windows | MINGW* | MSYS* | CYGWIN*) system=windows ;;
	*) fail 2 "there is no release for ${RUNNER_OS:-$(uname -s)}: use binary-path" ;;
	esac
	case ${RUNNER_ARCH:-$(uname -m)} in
	X64 | x86_64 | amd64) machine=amd64 ;;
	ARM64 | aarch64 | arm64) machine=arm64 ;;
	*) fail 2 "there is no release for ${RUNNER_ARCH:-$(uname -m)}: use binary-path" ;;
	esac
	exe=
	[ "$system" != windows ] || exe=.exe
}

# given takes the program that binary-path names. Below the workspace a pull
# request could put another one in its place, which would then run with the
# token of the job.
given() {
	[ -f "$1" ] || fail 2 "binary-path: there is no file $1"
	dir=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd -P)
	if [ -n "${GITHUB_WORKSPACE:-}" ] && [ -d "$GITHUB_WORKSPACE" ]; then
		workspace=$(CDPATH='' cd -- "$GITHUB_WORKSPACE" && pwd -P)
		# By the folder itself: some file systems take two spellings for one.
		at=$dir
		while :; do
			# shellcheck disable=SC3013 # every sh that runs this knows it
			[ ! "$at" -ef "$workspace" ] || fail 2 "binary-path lies in the workspace, where a pull request could put another program: keep it outside"
			[ "$at" != / ] || break
			at=${at%/*}
			at=${at:-/}
		done
	fi
	[ ! -L "$1" ] || fail 2 "binary-path is a link: name the program itself"
	[ -x "$1" ] || fail 2 "binary-path: $1 is not executable"
	output "$2" "$dir/$(basename -- "$1")"
	say "uses $1, which binary-path names; nobody compares its checksum"
}

# build makes the program from the checkout that holds this script.
build() {
	command -v go >/dev/null || fail 2 'building the program takes Go on the PATH (actions/setup-go)'
	sources=$(dirname -- "$here")
	[ "$1" != ringfence-scorecard ] || sources=$sources/cmd/ringfence-scorecard
	[ -n "$version" ] || [ "${INPUT_FROM_SOURCE:-false}" = true ] ||
		warn "this commit of the action belongs to no release: $1 is built from its sources, which takes a minute or two; the commit of a release takes seconds"
	say "builds $1 from the checkout of the action"
	(cd -- "$sources" && CGO_ENABLED=0 GOFLAGS='' GOWORK=off go build -trimpath -buildvcs=false -o "$(native "$to/$1$exe")" "$2") ||
		fail 3 "go build of $1 failed"
}

# fetch brings the archive of a program into the cache, or finds it there, and
# unpacks the one file of it that is wanted.
fetch() {
	packed=gz
	! command -v zstd >/dev/null || packed=zst
	archive=$1_${version}_${system}_${machine}.tar.$packed
	want=$(awk -v name="$archive" '$2 == name { print $1 }' "$table")
	[ "${#want}" = 64 ] || fail 2 "release $version has no archive $archive"
	base=${INPUT_MIRROR:-$releases/v$version}
	cached=$cache/$version/$archive
	if [ -f "$cached" ]; then
		if [ "$(sum "$cached")" = "$want" ]; then
			say "takes $archive from the tool cache, checksum as wanted"
			unpack "$cached" "$1"
			return
		fi
		warn "the tool cache holds another $archive than release $version has; it is not used"
	fi
	case $base in
	https://* | http://* | file://*) ;;
	*) fail 2 "mirror: $base is no address of https, http or file" ;;
	esac
	part=$to/$archive
	say "downloads ${base%/}/$archive"
	curl --fail --silent --show-error --location --proto '=https,http,file' --proto-redir '=https' \
		--retry 3 --retry-connrefused --connect-timeout 20 --max-time 600 --max-filesize 300000000 \
		--output "$part" -- "${base%/}/$archive" || fail 3 "downloading ${base%/}/$archive failed (curl says $?)"
	got=$(sum "$part")
	[ "$got" = "$want" ] || {
		rm -f -- "$part"
		fail 3 "$archive from ${base%/} has the SHA-256 $got, and release $version has $want: it is another file, and nothing of it was run"
	}
	unpack "$part" "$1"
	# Into the cache by one rename, so that no other job sees half of it. A cache
	# that cannot be written costs the next run a download and nothing else.
	if mkdir -p -- "$cache/$version" 2>/dev/null && mv -f -- "$part" "$cached.$$" 2>/dev/null && mv -f -- "$cached.$$" "$cached"; then :; else
		rm -f -- "$part" "$cached.$$" 2>/dev/null || :
		say 'could not write the tool cache'
	fi
}

# unpack reads from standard input: a tar of Git's bash takes C: for a host. What
# zstd could not unpack is no whole tar.
unpack() {
	case $1 in
	*.zst) zstd -dcq <"$1" | (cd -- "$to" && tar -xf - "$2$exe") ;;
	*) (cd -- "$to" && tar -xzf - "$2$exe") <"$1" ;;
	esac || fail 3 "unpacking ${1##*/} failed"
	[ -f "$to/$2$exe" ] || fail 3 "${1##*/} holds no $2$exe"
}

# choose reads the table and sets version, empty where the commit is no release,
# and source: whether the program is built. A table that was cut is no table.
choose() {
	[ -f "$table" ] || fail 2 "there is no table of checksums in this checkout, ${table##*/}"
	version=$(sed -n 's/^version //p' "$table")
	[ -n "$version" ] || ! grep -q '^[^#]' "$table" || fail 2 "the table of checksums names archives and no version: it is not whole"
	source=${INPUT_FROM_SOURCE:-false}
	[ -n "$version" ] || source=true
}

# plan says which Go is to be set up: none where nothing is built, and none where
# somebody asked for a build and has one.
plan() {
	choose
	need=
	programs=${INPUT_SCORECARD:-false}
	[ -n "${INPUT_BINARY_PATH:-}" ] || programs=true
	if [ "$source" = true ] && [ "$programs" = true ]; then
		if [ "${INPUT_FROM_SOURCE:-false}" != true ] || ! command -v go >/dev/null; then
			need=$(sed -n 's/^go //p' "$(dirname -- "$here")/go.mod")
			[ -n "$need" ] || fail 3 'go.mod of this checkout names no version of Go'
		fi
	fi
	output go "$need"
}

# put installs one program: its name, the output that names it, its package.
put() {
	if [ "$source" = true ]; then build "$1" "$3"; else fetch "$1"; fi
	chmod 755 "$to/$1$exe"
	output "$2" "$to/$1$exe"
}

platform
yes_or_no from-source "${INPUT_FROM_SOURCE:-false}"
yes_or_no scorecard "${INPUT_SCORECARD:-false}"
yes_or_no install-only "${INPUT_INSTALL_ONLY:-false}"
if [ "${1:-}" = plan ]; then
	plan
	exit 0
fi
choose
temp=${RUNNER_TEMP:-${TMPDIR:-/tmp}}
cache=${RUNNER_TOOL_CACHE:-$temp}/ringfence
to=$(mktemp -d "$temp/ringfence.XXXXXXXX") || fail 3 "no folder could be made in $temp"
to=$(CDPATH='' cd -- "$to" && pwd -P)

if [ -n "${INPUT_BINARY_PATH:-}" ]; then
	given "$INPUT_BINARY_PATH" binary
else
	put ringfence binary ./cmd/ringfence
fi
if [ "${INPUT_SCORECARD:-false}" = true ]; then
	put ringfence-scorecard scorecard .
fi
