'use strict'

// The catalogue says what the static analysis writes into a policy, told.js what the loader asks of it: they say the same.

const assert = require('node:assert')
const test = require('node:test')
const table = require('../../policy/table.json')
const { types, root } = require('../types.json')
const { ALL, ANY, callable, at } = require('../types.js')
const { ASKED, SHAPES, TOLD, WHOLE, askedBy, toldBy } = require('./told.js')

const { vscode } = table.modules
const surfaceOf = entry => (typeof entry === 'object' ? entry.c : entry === 0 || entry === 1 ? 'harmless' : 'unknown')
const each = (lists, f) => { for (const surface of Object.keys(lists)) for (const member of lists[surface]) f(member, surface) }

test('what is told without a grant the catalogue calls harmless', () => {
  each(TOLD, member => { assert.strictEqual(surfaceOf(vscode[member]), 'harmless', member) })
})

test('what is handed out with a surface has that surface in the catalogue, or is a proposed part of the API', () => {
  each(ASKED, (member, surface) => {
    assert.ok(['vscode.' + surface, 'unknown'].includes(surfaceOf(vscode[member])), member + ' is ' + surfaceOf(vscode[member]))
    assert.strictEqual(surfaceOf(vscode[member]) === 'unknown', at(member.split('.')) === undefined, member)
  })
})

// refs lists the names of types in what a member is.
function refs(ref, out = []) {
  if (typeof ref === 'string') out.push(ref)
  else if (Array.isArray(ref)) for (const r of ref.slice(1)) refs(r, out)
  return out
}

test('whatever else hands out what is told of asks for its surface', () => {
  for (const ns of ['window', 'tasks', 'debug', 'env']) for (const key of Object.keys(root[ns])) {
    const member = ns + '.' + key
    const ref = root[ns][key]
    const gives = callable(ref)?.[0] === 'f' ? refs(ref[1]) : refs(ref)
    if (!gives.some(type => SHAPES[type] !== undefined) || toldBy[member] !== undefined || askedBy[member] !== undefined) continue
    assert.match(surfaceOf(vscode[member]), /^vscode\./, member)
  }
})

test('what is told of a type is data, or an object that is told of', () => {
  for (const type of Object.keys(SHAPES)) for (const key of SHAPES[type]) {
    const ref = types[type].m[key]
    assert.notStrictEqual(ref, undefined, type + '.' + key)
    const promised = Array.isArray(ref) && ref[0] === 'p' && ref[1] === 0
    assert.ok(ref === 0 || promised || refs(ref).every(r => SHAPES[r] !== undefined || WHOLE.includes(r)), type + '.' + key)
    assert.strictEqual(callable(ref), undefined, type + '.' + key)
  }
  for (const type of WHOLE.filter(t => t !== 'Uri')) for (const ref of Object.values(types[type].m)) {
    assert.ok(ref === 0 || ref === 'Uri', type)
  }
  assert.ok(![ALL, ANY].some(r => WHOLE.includes(r)))
})

test('what is not told of such a type the catalogue calls a power, where it has a line', () => {
  for (const type of Object.keys(SHAPES)) for (const key of Object.keys(types[type].m)) {
    const entry = vscode[type + '.' + key]
    if (SHAPES[type].includes(key) || entry === undefined || entry === 1) continue
    assert.match(surfaceOf(entry), /^vscode\./, type + '.' + key)
  }
})
