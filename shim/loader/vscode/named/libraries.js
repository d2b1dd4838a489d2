'use strict'

// Where languages keep their libraries (invariants 6 and 10): what everybody has alike. A person who asks where something is
// defined is led there, and a language's own extension then reads what the person sees.

const { indexOf, slice, startsWith } = require('../../kernel/primordials.js')

// Folders of a system, which its package manager fills.
const SYSTEMS = ['/usr/include/', '/usr/lib/', '/usr/lib64/', '/usr/share/', '/usr/local/include/', '/usr/local/lib/', '/usr/local/go/',
  '/usr/local/share/', '/opt/homebrew/', '/nix/store/', '/Library/Developer/', '/Applications/', 'C:/Program Files/',
  'C:/Program Files (x86)/', 'C:/Go/']
// Folders that package managers and toolchains of languages fill, wherever they lie.
const FOLDERS = ['/node_modules/', '/site-packages/', '/dist-packages/', '/typeshed/', '/.cargo/registry/src/', '/.cargo/git/checkouts/',
  '/.rustup/toolchains/', '/pkg/mod/', '/.m2/repository/', '/.gradle/caches/', '/.nuget/packages/', '/.pub-cache/', '/.gem/ruby/',
  '/.stack/snapshots/', '/.cabal/packages/', '/.opam/', '/.hex/packages/', '/.julia/packages/', '/.deno/', '/.cache/deno/',
  '/.vscode/extensions/', '/.vscode-server/extensions/', '/.luarocks/share/', '/vendor/bundle/', '/.composer/vendor/']

function forward(path) {
  let out = ''
  for (let i = 0; i < path.length; i++) out += path[i] === '\\' ? '/' : path[i]
  return out
}

// isLibrary reports a path that lies in such a folder. It takes an absolute path as the system writes it.
function isLibrary(path) {
  const at = forward(path)
  if (indexOf(at, '/../') >= 0 || indexOf(at, '/./') >= 0) return false
  const drive = at[1] === ':' ? 'C' + slice(at, 1) : at
  for (let i = 0; i < SYSTEMS.length; i++) if (startsWith(drive, SYSTEMS[i])) return true
  for (let i = 0; i < FOLDERS.length; i++) if (indexOf(at, FOLDERS[i]) >= 0) return true
  return false
}

module.exports = { __proto__: null, isLibrary }
