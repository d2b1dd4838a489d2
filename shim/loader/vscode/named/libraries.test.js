'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { isLibrary } = require('./libraries.js')

test('what everybody has alike is a library', () => {
  for (const path of ['/usr/lib/python3.12/os.py', '/home/me/x/node_modules/a/b.d.ts', '/home/me/.cargo/registry/src/i/a-1/lib.rs',
    'C:\\Program Files\\Python\\Lib\\os.py', 'd:\\x\\node_modules\\a\\i.js', '/home/me/gopath/pkg/mod/a@v1/a.go']) {
    assert.ok(isLibrary(path), path)
  }
})

test('a file of a person\'s is none', () => {
  for (const path of ['/home/me/notes.txt', '/etc/passwd', '/home/me/.ssh/id_rsa', '/home/me/node_modules', '/usr/libx/a', '/srv/usr/lib/a',
    '/usr/lib/../../etc/passwd', '/home/me/other/src/a.ts', '/tmp/a', '']) assert.ok(!isLibrary(path), path)
})
