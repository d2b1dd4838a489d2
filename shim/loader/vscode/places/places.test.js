'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('../border.js')
const { classSeen } = require('../classes.js')
const { placing } = require('./places.js')

class Uri { constructor(path) { this.scheme = 'file'; this.path = path } }
class Location { constructor(uri, range) { this.uri = uri; this.range = range } }
class TestMessage { constructor(message) { this.message = message } }
class Diagnostic { constructor(range, message) { this.range = range; this.message = message } }

// setUp stands for VS Code, in which some files are open already. real is what has the members.
function setUp(kind, real, ...open) {
  const border = new Border({ through: f => f })
  border.addressOf = u => 'file://' + u.path
  border.isOpen = u => open.includes(u.path)
  const o = {}
  for (const [name, C] of Object.entries({ Uri, Location, TestMessage, Diagnostic })) o[name] = classSeen(border, C, name, () => {})
  placing({ border, permissions: { fresh: v => border.outward(new Uri('' + v.path), 'Uri') } })
  const isAnswered = path => border.isAnswered({ real: { uri: new Uri(path) } })
  return { ...o, seen: border.outward(real, kind), isAnswered }
}

test('what has a problem, by itself or among several, is noted, and what is open already is not', () => {
  const got = []
  const problems = { set: (...args) => { got.push(args) } }
  const { seen, Uri: U, Diagnostic: D, Location: L, isAnswered } = setUp('DiagnosticCollection', problems, '/open')
  seen.set(new U('/one'), [new D({}, 'x')])
  seen.set([[new U('/two'), [new D({}, 'x')]], [new U('/open'), []]])
  seen.set({ scheme: 'file', path: '/three' }, [])
  const related = new D({}, 'x')
  related.relatedInformation = [{ location: new L(new U('/four'), {}), message: 'x' }]
  seen.set(new U('/open'), [related])
  // What is the extension's is noted as VS Code reads it.
  assert.deepStrictEqual([got.length, got[1][0][0][0].path, got[1][0][1][0].path], [4, '/two', '/open'])
  for (const path of ['/one', '/two', '/three']) assert.ok(isAnswered(path), path)
  assert.ok(!isAnswered('/open'))
  void got[3][1][0].relatedInformation[0].location.uri.path
  assert.ok(isAnswered('/four'))
})

test('tests, their messages and comments are noted', () => {
  const controller = setUp('TestController', { createTestItem: () => ({}) })
  controller.seen.createTestItem('t', 't', new controller.Uri('/test'))
  assert.ok(controller.isAnswered('/test'))
  const run = setUp('TestRun', { failed() {} })
  const message = new run.TestMessage('x')
  message.location = new run.Location(new run.Uri('/failed'), {})
  run.seen.failed({}, message)
  assert.ok(run.isAnswered('/failed'))
  const comments = setUp('CommentController', { createCommentThread: () => ({}) })
  comments.seen.createCommentThread(new comments.Uri('/thread'), {}, [])
  assert.ok(comments.isAnswered('/thread') && !comments.isAnswered('/other'))
})
