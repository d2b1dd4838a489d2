'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const { answer } = require('./testdata/answer.js')

const file = path.join(__dirname, '..', '..', 'policygen', 'pattern', 'testdata', 'vectors.json')

// The same file is run by the tests of the Go package.
test('the vectors', () => {
  let asked = 0
  const wrong = []
  const ask = (group, platform, pattern, subject, want) => {
    asked++
    const { kind, roots, disk } = group
    const got = answer({ kind, platform, pattern, subject, roots, disk })
    if (got !== want) {
      wrong.push(`${group.idea} (${platform}): ${JSON.stringify(pattern)} on ${JSON.stringify(subject)} is ${got}, want ${want}`)
    }
  }
  for (const group of JSON.parse(fs.readFileSync(file, 'utf8'))) {
    for (const platform of group.on) {
      for (const want of ['yes', 'no', 'refused']) {
        for (const subject of group[want] ?? []) ask(group, platform, group.pattern, subject, want)
      }
      for (const pattern of group.invalid ?? []) ask(group, platform, pattern, group.kind === 'command' ? ['x'] : 'x', 'invalid')
      for (const [want, subjects] of Object.entries(group.same ?? {})) {
        for (const subject of subjects) ask(group, platform, undefined, subject, '= ' + want)
      }
    }
  }
  assert.deepStrictEqual(wrong, [])
  assert.ok(asked >= 1000, `only ${asked} vectors`)
})
