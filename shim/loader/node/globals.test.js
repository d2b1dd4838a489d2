'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { compileFunction } = require('node:vm')
const { isName } = require('./globals.js')

test('a name of the global is a parameter, or none', () => {
  for (const name of ['é', 'naïve', '変数', '$é', 'a\u200db']) {
    assert.ok(isName(name), name)
    compileFunction('', [name])
  }
  // Given to compileFunction as they are, Node 24 would end.
  for (const name of ['fs/promises', 'a-b', 'é;b', 'é,b', '(é)', ' é', '\u00a0é', 'é\u2028b', '\ufeffé', '\u3000é', 'é=1', '...é', '', '1é',
    'é=>0)//', '、']) assert.ok(!isName(name), name)
})
