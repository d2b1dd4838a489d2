'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { linkText } = require('./links.js')

test('an address is asked by its text, where a browser reads the same', () => {
  for (const text of ['https://a.good.example/x?y=1#z', 'http://localhost:80/', 'http://[::1]:3000', 'https://bücher.example/ä b',
    'mailto:a@b.c', 'vscode://x.y/z', 'https://a.b', 'HTTPS://A.b/c', 'https://a.b?next=https://c.d/e', 'command:x']) {
    assert.strictEqual(linkText(text), text, text)
  }
})

test('a server that another mark ends is none', () => {
  for (const server of ['evil.example#.good.example', 'evil.example?.good.example', 'evil.example\\.good.example',
    'evil.example@x#.good.example', 'good.example@evil.example', 'evil.example%23.good.example', 'evil\t.example', '', ' ']) {
    const text = 'https://' + server + '/x'
    // The first two end at their mark, and the policy reads them so as well.
    const said = linkText(text)
    assert.ok(said === null || said === text && /[#?]/.test(server) && !server.includes('@'), server)
  }
  for (const text of ['https:evil.example', 'https:/evil.example', 'http:\\\\evil.example', 'https:evil.example://good.example/']) {
    assert.strictEqual(linkText(text), null, text)
  }
})

test('a path that goes up is asked for where it comes out', () => {
  for (const up of ['..', '%2e%2E', '.%2e']) {
    assert.strictEqual(linkText('https://good.example/docs/' + up + '/evil'), 'https://good.example/evil', up)
  }
  assert.strictEqual(linkText('https://good.example/docs\\..\\evil'), 'https://good.example/evil')
  assert.strictEqual(linkText('https://good.example/docs/.\t./evil'), 'https://good.example/evil')
})
