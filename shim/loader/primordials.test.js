'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const { CODES } = require('./errors.js')

// These run while an extension does; in the others, methods are called only before.
const HOT = ['start.js', 'modules.js', 'inherit.js', 'endpoint.js', 'web.js', 'policy.js', 'fence.js', 'paths.js', 'view.js', 'gate.js', 'fs.js', 'pins.js', 'trees.js', 'folders.js', 'moves.js', 'places.js', 'flags.js', 'watch.js', 'net.js', 'child.js', 'compile.js', 'functions.js', 'stacks.js', 'log.js', 'errors.js', 'decide.js', 'period.js', 'place.js', 'words.js']
const METHODS = /\.(push|pop|shift|slice|splice|map|filter|forEach|reduce|some|every|find|includes|indexOf|startsWith|endsWith|split|join|replace|match|test|exec|then|catch|charCodeAt|toLowerCase|trim|hasOwnProperty|bind|call|apply)\(/

// Invariant 1: no method is looked up on a value or a prototype.
for (const file of HOT) {
  test(`${file} calls no method of the realm`, () => {
    const wrong = []
    fs.readFileSync(path.join(__dirname, file), 'utf8').split('\n').forEach((line, i) => {
      const m = METHODS.exec(line)
      // What runs while the loader itself loads stands at the left margin.
      if (m !== null && !line.trim().startsWith('//') && !/^(const|let)/.test(line) && !/nodePath\.join\(/.test(line)) wrong.push(`${i + 1}: ${line.trim()}`)
    })
    assert.deepStrictEqual(wrong, [])
  })
}

test('every code has its section in docs/loader-errors.md', () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'loader-errors.md'), 'utf8')
  const sections = [...page.matchAll(/^## (RF_\w+)$/gm)].map(m => m[1])
  assert.deepStrictEqual(sections.sort(), Object.keys(CODES).sort())
})
