'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { asking, holdClasses, spare } = require('./hold.js')

let fenced = false
asking(() => fenced)
const asFence = f => {
  fenced = true
  try {
    return f()
  } finally {
    fenced = false
  }
}

test('a fence gives a prototype no name that everybody looks for; others and heirs do', async () => {
  class List {}
  spare(List.prototype, 'then')
  const list = new List()
  assert.throws(() => asFence(() => { List.prototype.then = () => 1 }), TypeError)
  assert.throws(() => Object.defineProperty(List.prototype, 'then', { get: () => 1 }), TypeError)
  assert.strictEqual(await list, list)
  asFence(() => { list.then = ok => ok('own') })
  assert.strictEqual(await list, 'own')
  List.prototype.then = ok => ok('everybody')
  assert.strictEqual(await new List(), 'everybody')
})

test('what a prototype has or inherits stays as it is', () => {
  class Above { toJSON() { return 'above' } }
  class Below extends Above {}
  spare(Below.prototype, 'toJSON')
  assert.strictEqual(JSON.stringify(new Below()), '"above"')
  assert.ok(!Object.hasOwn(Below.prototype, 'toJSON'))
})

test('a class is held with what it inherits and what it does itself, and assigned to by others', () => {
  class Base { decode() { return 'base' } }
  class Decoder extends Base {
    static from() { return 'made' }
    get data() { return 'said' }
  }
  holdClasses([Decoder, undefined, () => {}])
  const changes = [() => { Decoder.prototype.decode = () => 'mine' }, () => { Base.prototype.decode = () => 'mine' },
    () => { Decoder.from = () => 'mine' }, () => { Object.defineProperty(Decoder.prototype, 'data', { get: () => 'mine' }) }]
  for (const change of changes) assert.throws(() => asFence(change), TypeError)
  const it = new Decoder()
  assert.deepStrictEqual([it.decode(), Decoder.from(), it.data], ['base', 'made', 'said'])
  Base.prototype.decode = () => 'another'
  assert.strictEqual(it.decode(), 'another')
})
