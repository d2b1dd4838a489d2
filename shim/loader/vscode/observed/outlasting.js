'use strict'

// What is registered while everything is observed (invariant 10): listeners, providers, handlers, names. VS Code goes on
// calling them. When nothing is observed any more each call asks what the call that registered it was asked, and what
// the policy does not grant is taken back as soon as the policy holds (policy/lasting.js).
//
// Whether something is observed is read before the question is asked: who was answered so because everything was
// observed is held here, though the time is over before the answer is there.

const { append, apply } = require('../../kernel/primordials.js')
const { keep } = require('../../policy/lasting.js')

// outlasting gives the arguments of an event, of which the listener asks each time. It hears nothing that may() does
// not grant.
function outlasting({ fence }, observed, may, args) {
  const { 0: f, 1: on } = args
  if (!observed || typeof f !== 'function') return args
  const call = fence.through(f)
  const out = [e => { if (fence.observe || may()) apply(call, on, [e]) }, undefined]
  if (args.length > 2) append(out, args[2])
  return out
}

// isRegistration reports a member of the catalogue that takes what VS Code calls later.
function isRegistration(entry) {
  for (let i = 0; i < entry.a.length; i++) if (entry.a[i][2] === 'handler') return true
  return false
}

// copyOf is a list with the same elements.
function copyOf(args) {
  const out = []
  for (let i = 0; i < args.length; i++) append(out, args[i])
  return out
}

// registered calls f with the arguments of a registration, in which every function and object of the extension's asks
// may() from then on. What f gives is taken back by end(what VS Code gave), if by nothing else by its dispose.
function registered({ border, fence }, observed, may, args, f, end = dispose) {
  if (!observed) return f(args)
  const given = []
  for (let i = 0; i < args.length; i++) append(given, typeof args[i] === 'function' ? asking(fence, may, args[i]) : args[i])
  const seen = f(given)
  for (let i = 0; i < args.length; i++) border.lasting.hold(args[i], may)
  border.lasting.tie(seen, may)
  keep(fence, () => { if (!fence.observe && !may()) end(border.real(seen)) })
  return seen
}

// asking gives a function that does nothing where it may not.
const asking = (fence, may, f) => function (...args) { return fence.observe || may() ? apply(f, this, args) : undefined }

function dispose(real) {
  if (real !== null && typeof real === 'object' && typeof real.dispose === 'function') apply(real.dispose, real, [])
}

module.exports = { __proto__: null, copyOf, dispose, isRegistration, outlasting, registered }
