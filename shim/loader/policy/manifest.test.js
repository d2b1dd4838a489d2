'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { asItWas } = require('./manifest.js')

const menu = { command: 'ringfence.menu.a.b', title: 'What a.b may do, and its fence', category: 'ringfence' }
const wrapped = (command, more) => ({
  name: 'b', main: './ringfence.main.cjs', realEntryPoint: './main', ringfence: { version: 1, command }, ...more,
})
const fence = { config: {} }

test('an extension reads of itself what it was', () => {
  const own = { command: 'a.run' }
  for (const [command, more, was] of [
    [undefined, {}, {}],
    ['/contributes', { contributes: { commands: [menu] } }, {}],
    ['/contributes/commands', { contributes: { languages: [], commands: [menu] } }, { contributes: { languages: [] } }],
    ['/contributes/commands/1', { contributes: { commands: [own, menu] } }, { contributes: { commands: [own] } }],
    ['/contributes/commands/0', { contributes: { commands: [menu, own] } }, { contributes: { commands: [own] } }],
    [undefined, { contributes: { commands: [own] }, realBrowserEntryPoint: './w' }, { contributes: { commands: [own] }, browser: './w' }],
  ]) assert.deepStrictEqual(asItWas(fence, wrapped(command, more)), { name: 'b', main: './main', ...was }, command)
})

test('what the loader was told of its main goes before what the file says', () => {
  assert.strictEqual(asItWas({ config: { manifest: { main: 'out/x' } } }, wrapped()).main, 'out/x')
})

test('what was not wrapped stays as it is', () => {
  for (const m of [null, 'x', [], { main: './a', ringfence: { command: '/contributes' }, contributes: {} }]) {
    assert.deepStrictEqual(asItWas(fence, structuredClone(m)), m)
  }
})

test('a file that was changed since is read all the same', () => {
  for (const command of ['/contributes', '/contributes/commands', '/contributes/commands/0']) {
    assert.deepStrictEqual(asItWas(fence, wrapped(command, {})), { name: 'b', main: './main' })
  }
})
