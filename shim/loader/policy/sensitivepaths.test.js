'use strict'

const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { placesBelow, parts } = require('./sensitivepaths.js')

const place = (text, read) => ({ text, of: text, read, platform: 'posix', parts: undefined })

// found lists where a folder, called as it is said, would have something of a place.
function found(home, folder, called, texts, anyName) {
  const out = []
  const fence = { policy: { places: texts.map(t => place(t, true)) }, scope: { roots: { __proto__: null, home: [home] } } }
  placesBelow(fence, folder, called, anyName === true, rest => { out.push(called + rest); return null })
  return out
}

test('a folder has what it takes to a sensitive place, and what it takes away from one', () => {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-moves-')))
  const at = (...names) => path.join(home, ...names)
  fs.mkdirSync(at('x', 'autostart'), { recursive: true })
  fs.mkdirSync(at('g', 'hooks'), { recursive: true })
  fs.mkdirSync(at('.ssh'))
  assert.deepStrictEqual(found(home, at('x'), at('.config'), ['${home}/.config/autostart/**']), [at('.config', 'autostart')])
  assert.deepStrictEqual(found(home, at('g'), '/w/.git', ['**/.git/hooks/**']), ['/w/.git/hooks'])
  assert.deepStrictEqual(found(home, home, home, ['${home}/.ssh/**']), [at('.ssh')])
  assert.deepStrictEqual(found(home, path.dirname(home), path.dirname(home), ['${home}/.ssh/**']), [at('.ssh')])
  // The mirror: another name, or nothing of that shape in it.
  assert.deepStrictEqual(found(home, at('x'), at('.other'), ['${home}/.config/autostart/**']), [])
  assert.deepStrictEqual(found(home, at('x'), '/w/.git', ['**/.git/hooks/**']), [])
  // A link there can be filled later.
  assert.deepStrictEqual(found(home, at('x'), '/w/.git', ['**/.git/hooks/**'], true), ['/w/.git/hooks'])
  fs.rmSync(home, { recursive: true })
})

test('a place is a root and names', () => {
  assert.deepStrictEqual({ ...parts('posix', '${home}/.config/gh/**') }, { root: 'home', names: ['.config', 'gh'] })
  assert.deepStrictEqual({ ...parts('posix', '**/.git/hooks/**') }, { root: null, names: ['.git', 'hooks'] })
  assert.deepStrictEqual({ ...parts('posix', '/etc/shadow/**') }, { root: '', names: ['etc', 'shadow'] })
})
