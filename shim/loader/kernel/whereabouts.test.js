'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { liesIn } = require('./whereabouts.js')

for (const [name, folder, want] of [
  ['/ext/toy/a.js', '/ext/toy/', true],
  ['/ext/toy-2/a.js', '/ext/toy/', false],
  ['/ext/other/in/ext/toy/a.js', '/ext/toy/', false],
  ['file:///ext/toy/a.mjs', '/ext/toy/', true],
  ['file:///ext/my%20toy/a.mjs', '/ext/my toy/', true],
  ['file:///ext/other/file:///ext/toy/a.mjs', '/ext/toy/', false],
  ['file://host/ext/toy/a.mjs', '/ext/toy/', false],
  ['eval at run (/ext/toy/a.js:1:2)', '/ext/toy/', true],
  ['eval at a (eval at run (/ext/toy/a.js:1:2), <anonymous>:1:1)', '/ext/toy/', true],
  ['eval at run (file:///ext/my%20toy/a.mjs:1:2)', '/ext/my toy/', true],
  ['eval at run (/ext/other/ext/toy/a.js:1:2)', '/ext/toy/', false],
  ['node:vm', '/ext/toy/', false],
]) test(`${name} in ${folder}`, () => { assert.strictEqual(liesIn(name, folder), want) })
