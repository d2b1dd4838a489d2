'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const { CODES } = require('./errors.js')

// These run while an extension does; in the others, methods are called only before.
const HOT = ['start.js', 'node/modules.js', 'policy/inherit.js', 'policy/endpoint.js', 'node/web.js', 'policy/policy.js', 'policy/fence.js', 'policy/paths.js', 'kernel/membrane.js', 'kernel/gate.js', 'node/fs.js', 'node/fdpins.js', 'node/recursion.js', 'node/directories.js', 'node/sensitivepaths.js', 'node/subtreechecks.js', 'node/flags.js', 'node/watch.js', 'node/net.js', 'node/child.js', 'node/compile.js', 'kernel/functions.js', 'kernel/stacks.js', 'policy/log.js', 'kernel/errors.js', 'policy/decide.js', 'policy/period.js', 'kernel/callsite.js', 'vscode/permissiontext.js']
const METHODS = /\.(push|pop|shift|slice|splice|map|filter|forEach|reduce|some|every|find|includes|indexOf|startsWith|endsWith|split|join|replace|match|test|exec|then|catch|charCodeAt|toLowerCase|trim|hasOwnProperty|bind|call|apply)\(/

// Invariant 1: no method is looked up on a value or a prototype.
for (const file of HOT) {
  test(`${file} calls no method of the realm`, () => {
    const wrong = []
    fs.readFileSync(path.join(__dirname, '..', file), 'utf8').split('\n').forEach((line, i) => {
      const m = METHODS.exec(line)
      // What runs while the loader itself loads stands at the left margin.
      if (m !== null && !line.trim().startsWith('//') && !/^(const|let)/.test(line) && !/nodePath\.join\(/.test(line)) wrong.push(`${i + 1}: ${line.trim()}`)
    })
    assert.deepStrictEqual(wrong, [])
  })
}

test('every code has its section in docs/loader-errors.md', () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'docs', 'loader-errors.md'), 'utf8')
  const sections = [...page.matchAll(/^## (RF_\w+)$/gm)].map(m => m[1])
  assert.deepStrictEqual(sections.sort(), Object.keys(CODES).sort())
})
