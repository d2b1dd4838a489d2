'use strict'

// What the loader decides of a log: { extension, document, log, code } on standard
// input, { granted, waiting } on standard output.

const { decide, namedIn } = require('../../loader/policy/decide.js')
const { parsed } = require('../../loader/policy/log.js')
const { compilePolicy } = require('../../loader/policy/policy.js')
const table = require('../../loader/policy/table.json')

const { extension, document, log, code } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const { places } = compilePolicy('posix', document, table.places)
const d = decide(parsed(log.split('\n').filter(line => line !== ''), extension), document, 'posix', places, namedIn([code]))
process.stdout.write(JSON.stringify({ granted: d.granted, waiting: d.waiting }))
