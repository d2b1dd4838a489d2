'use strict'

const { Int32Array, append, bareList, codeAt } = require('./primordials.js')

// The twin of policygen/pattern/automaton.go: a pattern as states, run beside
// each other in time linear in the text. Never a RegExp: it backtracks, and the
// text is a stranger's. The sets of states a text went through are kept, so that
// the next one takes a look into a table for each character.

const SET = 0
const CAT = 1
const ALT = 2
const STAR = 3
const PLUS = 4
const OPTIONAL = 5

const MAX_SIZE = 4000
const MAX_RUNE = 0x10ffff
const NONE = []

const setOf = set => ({ kind: SET, set, subs: NONE })
const cat = subs => ({ kind: CAT, set: NONE, subs })
const alt = subs => ({ kind: ALT, set: NONE, subs })
const star = sub => ({ kind: STAR, set: NONE, subs: [sub] })
const plus = sub => ({ kind: PLUS, set: NONE, subs: [sub] })
const optional = sub => ({ kind: OPTIONAL, set: NONE, subs: [sub] })

const anyRune = () => [0, MAX_RUNE]
const notSlash = () => [0, 46, 48, MAX_RUNE]
const one = c => setOf([c, c])

// codePoint reads a character at i; the text is well-formed.
function codePoint(s, i) {
  const c = codeAt(s, i)
  return c >= 0xd800 && c <= 0xdbff ? (c - 0xd800) * 0x400 + codeAt(s, i + 1) - 0xdc00 + 0x10000 : c
}

function literal(text) {
  const subs = bareList()
  for (let i = 0; i < text.length; i++) {
    const c = codePoint(text, i)
    if (c > 0xffff) i++
    subs[subs.length] = one(c)
  }
  return cat(subs)
}

function size(n) {
  let total = 1
  for (let i = 0; i < n.subs.length; i++) total += size(n.subs[i])
  return total
}

// union makes sorted, disjoint pairs of any pairs.
function union(pairs) {
  const out = []
  let from = -1
  for (;;) {
    // The pair that begins first behind what is done.
    let lo = -1
    let hi = -1
    for (let i = 0; i < pairs.length; i += 2) {
      if (pairs[i] > from && (lo < 0 || pairs[i] < lo)) lo = pairs[i]
    }
    if (lo < 0) return out
    for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === lo && pairs[i + 1] > hi) hi = pairs[i + 1]
    from = lo
    const n = out.length
    if (n > 0 && lo <= out[n - 1] + 1) {
      if (hi > out[n - 1]) out[n - 1] = hi
    } else {
      append(out, lo)
      append(out, hi)
    }
  }
}

function complement(set) {
  const out = []
  let next = 0
  for (let i = 0; i < set.length; i += 2) {
    if (set[i] > next) {
      append(out, next)
      append(out, set[i] - 1)
    }
    next = set[i + 1] + 1
  }
  if (next <= MAX_RUNE) {
    append(out, next)
    append(out, MAX_RUNE)
  }
  return out
}

function has(set, c) {
  for (let i = 0; i < set.length; i += 2) if (c <= set[i + 1]) return c >= set[i]
  return false
}

const END = null

// compile returns an automaton, or null when the pattern is too large.
function compile(tree) {
  if (size(tree) > MAX_SIZE) return null
  const sets = bareList()
  const x = bareList()
  const y = bareList()
  const add = (set, to, or) => {
    const at = sets.length
    sets[at] = set
    x[at] = to
    y[at] = or
    return at
  }
  // A state with a set steps to x; one without forks to x and y; the first one
  // is the end.
  const emit = (n, next) => {
    if (n.kind === SET) return add(n.set, next, 0)
    if (n.kind === CAT) {
      for (let i = n.subs.length - 1; i >= 0; i--) next = emit(n.subs[i], next)
      return next
    }
    if (n.kind === ALT) {
      let at = emit(n.subs[n.subs.length - 1], next)
      for (let i = n.subs.length - 2; i >= 0; i--) at = add(END, emit(n.subs[i], next), at)
      return at
    }
    if (n.kind === OPTIONAL) return add(END, emit(n.subs[0], next), next)
    const fork = add(END, 0, next)
    x[fork] = emit(n.subs[0], fork)
    return n.kind === PLUS ? x[fork] : fork
  }
  add(END, 0, 0)
  const start = emit(tree, 0)
  const count = sets.length
  const a = {
    sets, x, y, start,
    // Each state goes on the stack once from each fork that leads to it.
    stack: new Int32Array(2 * count + 2),
    scratch: new Int32Array(count),
    met: new Int32Array(count),
    round: 0,
    // Sets of states that were met, as one state each: what they are, whether
    // the pattern may end there, where they go over each character of ASCII.
    // The first is the empty set.
    lists: [], accepts: [], tables: [],
    known: { __proto__: null },
    first: 0,
  }
  remember(a, 0)
  a.round++
  a.first = remember(a, enter(a, 0, start))
  return a
}

// enter adds a state and those reached from it over forks to scratch, which
// holds n, and gives how many there are then.
function enter(a, n, at) {
  const { sets, x, y, stack, met, round, scratch } = a
  let top = 0
  stack[top++] = at
  while (top > 0) {
    at = stack[--top]
    if (met[at] === round) continue
    met[at] = round
    scratch[n++] = at
    if (at !== 0 && sets[at] === END) {
      stack[top++] = y[at]
      stack[top++] = x[at]
    }
  }
  return n
}

const UNKNOWN = -1
// The most sets that are remembered; then all are forgotten.
const MAX_KNOWN = 256

// remember returns the number of the set in scratch.
function remember(a, n) {
  let key = ''
  for (let i = 0; i < n; i++) key += a.scratch[i] + ' '
  const known = a.known[key]
  if (known !== undefined) return known
  const list = new Int32Array(n + 1)
  let ends = false
  for (let i = 0; i < n; i++) {
    list[i] = a.scratch[i]
    if (list[i] === 0) ends = true
  }
  list[n] = UNKNOWN
  const table = new Int32Array(128)
  for (let i = 0; i < 128; i++) table[i] = UNKNOWN
  append(a.lists, list)
  append(a.accepts, ends)
  append(a.tables, table)
  return (a.known[key] = a.lists.length - 1)
}

function forget(a) {
  a.lists = []
  a.accepts = []
  a.tables = []
  a.known = { __proto__: null }
  remember(a, 0)
  // Rounds are numbers that must not run out.
  const { met } = a
  for (let i = 0; i < a.sets.length; i++) met[i] = 0
  a.round = 1
  a.first = remember(a, enter(a, 0, a.start))
}

// step is where a set goes over a character. It asks nobody but us, so nothing
// comes in between.
function step(a, from, c) {
  const list = a.lists[from]
  a.round++
  let n = 0
  for (let i = 0; list[i] !== UNKNOWN; i++) {
    const at = list[i]
    const set = a.sets[at]
    if (set !== END && has(set, c)) n = enter(a, n, a.x[at])
  }
  if (a.lists.length >= MAX_KNOWN || a.round > 0x3fffffff) {
    const keep = new Int32Array(n + 1)
    for (let i = 0; i < n; i++) keep[i] = a.scratch[i]
    forget(a)
    for (let i = 0; i < n; i++) a.scratch[i] = keep[i]
    return remember(a, n)
  }
  const to = remember(a, n)
  if (c < 128) a.tables[from][c] = to
  return to
}

// match reports that the whole text, well-formed, is of the pattern's language.
function match(a, text) {
  let at = a.first
  for (let i = 0; i < text.length; i++) {
    let c = codeAt(text, i)
    let to = c < 128 ? a.tables[at][c] : UNKNOWN
    if (to === UNKNOWN) {
      if (c >= 0xd800 && c <= 0xdbff) c = codePoint(text, i++)
      to = step(a, at, c)
    }
    if (to === 0) return false
    at = to
  }
  return a.accepts[at]
}

module.exports = {
  __proto__: null,
  setOf, one, cat, alt, star, plus, optional, literal, size, union, complement, anyRune, notSlash, compile, match,
  MAX_SIZE,
}
