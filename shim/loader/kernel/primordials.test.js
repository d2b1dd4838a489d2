'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const { CODES } = require('./errors.js')

test('every code has its section in docs/reference/loader-errors.md', () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'docs', 'reference', 'loader-errors.md'), 'utf8')
  const sections = [...page.matchAll(/^## (RF_\w+)$/gm)].map(m => m[1])
  assert.deepStrictEqual(sections.sort(), Object.keys(CODES).sort())
})
