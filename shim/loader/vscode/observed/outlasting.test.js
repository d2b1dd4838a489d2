'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('../border.js')
const { settle } = require('../../policy/lasting.js')
const { registered } = require('./outlasting.js')
const { wrap } = require('../members.js')
const { ALL } = require('../types.js')

// editor is what a registration goes through; grants is what the policy grants, by the name of a member.
function editor() {
  const fence = { observe: true, through: f => f, lasting: new Set() }
  const grants = new Set()
  const check = member => (fence.observe || grants.has(member) ? null : new Error('no ' + member))
  return { fence, grants, border: new Border(fence), permissions: { check, asks: member => check(member) === null } }
}
// real is VS Code's side of a registration.
const real = () => {
  const r = { taken: null, disposed: 0, register: (id, provider) => { r.taken = provider; return { dispose() { r.disposed++ } } } }
  return r
}
const ENTRY = { c: 'vscode.debug', a: [[0, '', 'id'], [1, '', 'handler']] }
const REF = ['f', 'Disposable', 0, '?']
// over ends the observation, but for what decides then.
const over = fence => { fence.observe = false }

for (const granted of [false, true]) {
  test('a provider registered while everything is observed is asked anew, ' + (granted ? 'granted' : 'not granted'), () => {
    const e = editor()
    const vscode = real()
    let calls = 0
    const provider = { resolve() { calls++; return this === provider } }
    wrap(e, 'debug.register', vscode.register, vscode, ENTRY, REF)('node', provider)
    assert.deepStrictEqual([vscode.taken.resolve(), calls], [true, 1])
    if (granted) e.grants.add('debug.register')
    over(e.fence)
    assert.strictEqual(vscode.taken.resolve(), granted ? true : undefined)
    settle(e.fence)
    assert.deepStrictEqual([calls, vscode.disposed], granted ? [2, 0] : [1, 1])
  })
}

test('a function that is registered is asked anew, and what is registered afterwards is its own matter', () => {
  const e = editor()
  const vscode = real()
  const register = wrap(e, 'debug.register', vscode.register, vscode, ENTRY, REF)
  let calls = 0
  const f = () => { calls++ }
  register('node', f)
  const { taken } = vscode
  taken()
  over(e.fence)
  taken()
  assert.strictEqual(calls, 1)
  assert.throws(() => register('node', f), /no debug/)
  e.grants.add('debug.register')
  register('node', f)
  vscode.taken()
  assert.strictEqual(calls, 2)
})

test('what the clock ends between the question and the answer is held too', () => {
  const e = editor()
  const vscode = real()
  const { check } = e.permissions
  e.permissions.check = member => { const no = check(member); over(e.fence); return no }
  wrap(e, 'debug.register', vscode.register, vscode, ENTRY, REF)('node', { resolve: () => 1 })
  assert.strictEqual(vscode.taken.resolve(), undefined)
  settle(e.fence)
  assert.strictEqual(vscode.disposed, 1)
})

test('what was taken back may be given back', () => {
  const e = editor()
  const mine = { post: () => 1, dispose: () => 2 }
  const seen = registered(e, true, () => false, [], () => e.border.outward(mine, { post: ['f', 0], dispose: ['f', 0] }))
  assert.strictEqual(seen.post(), 1)
  over(e.fence)
  assert.deepStrictEqual([seen.post, seen.dispose()], [undefined, 2])
})

test('all that a neighbour exports is over, whatever it is', async () => {
  const e = editor()
  const { border, fence } = e
  let later
  const own = { token: 'a', list: ['a'], each: { *[Symbol.iterator]() { yield 'a' } }, wait: () => new Promise(ok => { later = ok }),
    slow() { fence.observe = false; return { token: 'a' } }, on(f) { this.f = f }, watch(o) { this.o = o }, set level(v) { this.was = v } }
  const x = border.outward(own, ALL)
  const { list, each } = x
  const next = each[Symbol.iterator]()
  const answer = x.wait()
  const heard = []
  x.on(v => heard.push(v))
  x.watch({ tell: v => heard.push(v) })
  const told = () => { own.f('a'); own.o.tell('a') }
  told()
  // What is written there would stay; a setter of the neighbour's is a function of its own.
  for (const write of [() => { x.token = 'b' }, () => { list[0] = 'b' }, () => { list.push('b') }, () => { delete x.token },
    () => { Object.defineProperty(x, 'token', { value: 'b' }) }]) assert.throws(write, TypeError)
  x.level = 1
  assert.deepStrictEqual([own.token, own.list, own.was, list[0], [...each], heard], ['a', ['a'], 1, 'a', ['a'], ['a', 'a']])
  const { slow } = x
  const answered = slow()
  told()
  later({ token: 'a' })
  await assert.rejects(answer, /not granted/)
  assert.deepStrictEqual([answered.token, list[0], list.length, [...list], each[Symbol.iterator], next.next, x.token, 'token' in x,
    Object.keys(x), Object.getOwnPropertyDescriptor(x, 'token')],
  [undefined, undefined, 0, [], undefined, undefined, undefined, false, [], undefined])
  for (const write of [() => { x.token = 'b' }, () => { list[0] = 'b' }, () => { x.level = 2 }]) assert.throws(write, TypeError)
  assert.throws(() => slow(), /not granted/)
  assert.deepStrictEqual([own.token, own.was, heard], ['a', 1, ['a', 'a']])
  // Where the policy grants it, it goes on.
  border.neighbours = () => true
  assert.deepStrictEqual([x.token, list[0], [...each]], ['a', 'a', ['a']])
  told()
  assert.strictEqual(heard.length, 4)
})

for (const granted of [false, true]) {
  for (const later of [false, true]) {
    test('what a provider answered while everything was observed is asked anew, ' + (granted ? 'granted' : 'not granted') +
      (later ? ', as a promise' : ''), async () => {
      const e = editor()
      const vscode = real()
      const heard = []
      const tracker = { hears: m => { heard.push(m) } }
      const provider = { track: () => (later ? Promise.resolve(tracker) : tracker) }
      wrap(e, 'debug.register', vscode.register, vscode, ENTRY, REF)('node', provider)
      const kept = await vscode.taken.track()
      await null
      kept.hears('then')
      if (granted) e.grants.add('debug.register')
      over(e.fence)
      settle(e.fence)
      kept.hears('now')
      assert.deepStrictEqual(heard, granted ? ['then', 'now'] : ['then'])
    })
  }
}

test('what a provider answered while everything was observed is asked anew as well, however it was answered', async () => {
  const answers = { plain: x => x, promised: async x => x, listed: x => [x], within: x => ({ x }),
    // A thenable that VS Code would call with functions of its own.
    thenable: x => ({ then(ok) { ok(x) } }), late: x => { let n = 0; return { get then() { return n++ > 0 ? ok => ok(x) : undefined } } } }
  for (const granted of [false, true]) {
    for (const [name, answer] of Object.entries(answers)) {
      const e = editor()
      const vscode = real()
      let heard = 0
      const tracker = { hears() { heard++ } }
      wrap(e, 'debug.register', vscode.register, vscode, ENTRY, REF)('node', { make: () => answer(tracker) })
      let got = await vscode.taken.make()
      if (name === 'late') {
        assert.strictEqual(got?.then, undefined)
        continue
      }
      if (name === 'listed') got = got[0]
      if (name === 'within') got = got.x
      got.hears()
      if (granted) e.grants.add('debug.register')
      over(e.fence)
      got.hears()
      assert.strictEqual(heard, granted ? 2 : 1, name)
    }
  }
})
