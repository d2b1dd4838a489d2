'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('../border.js')
const { classSeen } = require('../classes.js')
const { NAMED, lead } = require('./leading.js')

// What stands for VS Code.
class Uri {
  constructor(path) { this.scheme = 'file'; this.path = path }
  toString() { return 'file://' + this.path }
}
class Location { constructor(uri, range) { this.uri = uri; this.range = range } }

function setUp(before = []) {
  const border = new Border({ through: f => f })
  border.addressOf = u => 'file://' + u.path
  border.isBefore = u => before.includes(u.path)
  const seen = { Uri: classSeen(border, Uri, 'Uri', () => {}), Location: classSeen(border, Location, 'Location', () => {}) }
  border.fresh = v => border.outward(new Uri('' + v.path), 'Uri')
  // handed gives VS Code an argument of a command, which it takes to pieces as it sends it.
  const handed = v => JSON.stringify(lead(border, border.inward(v, '?'), NAMED))
  const isNamed = path => border.isNamed({ real: { uri: new Uri(path) } })
  const isAnswered = path => border.isAnswered({ real: { uri: new Uri(path) } })
  return { border, ...seen, handed, isNamed, isAnswered }
}

test('an address is noted, wherever a command finds it in what it was handed', () => {
  const wrapped = {
    location: (o, u) => new o.Location(u, {}), list: (o, u) => [[new o.Location(u, {})]], field: (o, u) => ({ at: { uri: u } }),
    plain: () => ({ uri: { $mid: 1, scheme: 'file', path: '/secret' } }), json: (o, u) => ({ toJSON: () => ({ of: { uri: u } }) }),
    made: (o, u) => new (class { get target() { return u } toJSON() { return { x: this.target } } })(),
    below: (o, u) => new (class extends o.Location { get more() { return u } })(u, {}),
    text: (o, u) => new (class extends o.Location { toJSON() { return { of: { uri: u } } } })(new o.Uri('/open'), {}),
    kept: (o, u) => new (class extends o.Location {
      constructor(at) { super(at, {}); this.toJSON = () => ({ of: { uri: u } }) }
    })(new o.Uri('/open')),
    member: (o, u) => new (class extends o.Location { get range() { return [u] } })(new o.Uri('/open'), {}),
  }
  for (const [name, make] of Object.entries(wrapped)) {
    const o = setUp()
    o.handed(make(o, new o.Uri('/secret')))
    assert.ok(o.isNamed('/secret'), name)
  }
})

test('a notebook is named with its cells', () => {
  const o = setUp()
  o.handed(new o.Uri('/secret'))
  const cell = path => ({ real: { uri: { scheme: 'vscode-notebook-cell', authority: '', path, fragment: 'W0' } } })
  assert.ok(o.border.isNamed(cell('/secret')) && !o.border.isNamed(cell('/open')))
})

test('what is said later is noted as it is read', () => {
  const o = setUp()
  const at = new o.Location(new o.Uri('/open'), {})
  o.handed(at)
  at.uri = new o.Uri('/secret')
  assert.ok(o.isNamed('/secret'))
  let n = 0
  const two = setUp()
  const sent = JSON.parse(two.handed({ get uri() { return new two.Uri('/' + n++) } }))
  assert.ok(two.isNamed(sent.uri.path))
})

test('parts of an address are no address, unless the loader made one of them', () => {
  const { handed } = setUp()
  let asked = 0
  const odd = new Proxy({ scheme: 'file', path: '/secret', more: 1 }, { has: (t, key) => asked++ > 2 && key in t })
  assert.ok(!handed([odd]).includes('scheme'))
  assert.strictEqual(handed({ uri: { $mid: 1, scheme: 'file', path: '/secret', fsPath: '/other' } }),
    '{"uri":{"scheme":"file","path":"/secret"}}')
})

test('what leads nowhere is as it was, and what the person has before them is theirs', () => {
  const o = setUp(['/before'])
  const given = { a: [1, { b: 'x' }], when: new Date(0), toJSON() { return { b: this.a[1].b, n: [2] } } }
  assert.strictEqual(o.handed(given), '{"b":"x","n":[2]}')
  o.handed(new o.Location(new o.Uri('/before'), {}))
  assert.ok(!o.isNamed('/before'))
})

test('what a provider answers is kept, whenever it comes; a hover leads nowhere', async () => {
  const answers = u => [u, Promise.resolve(u), { then: f => { f(u) } }]
  for (const [type, key, leads] of [['DefinitionProvider', 'provideDefinition', true],
    ['QuickDiffProvider', 'provideOriginalResource', true],
    ['HoverProvider', 'provideHover', false]]) {
    for (let i = 0; i < 3; i++) {
      const o = setUp()
      const leadsTo = type[0] === 'D' ? [new o.Location(new o.Uri('/x'), {})] : new o.Uri('/x')
      const given = o.border.inward({ [key]: () => answers(leadsTo)[i] }, type)
      const answer = await given[key]()
      JSON.stringify(answer)
      assert.strictEqual(o.isAnswered('/x') || o.isNamed('/x'), leads, type + i)
    }
  }
})
