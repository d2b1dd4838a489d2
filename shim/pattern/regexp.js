'use strict'

const { append, codeAt, indexOf } = require('./primordials.js')
const { setOf, cat, alt, star, plus, optional, size, union, complement, anyRune, MAX_SIZE } = require('./automaton.js')

// The twin of policygen/pattern/regexp.go, which describes the language.

const ESCAPABLE = '^$\\.*+?()[]{}|/'
const MAX_NESTING = 20
const MAX_REPEAT = 100
const LETTERS = 32 // from a capital to its small letter

const code = c => codeAt(c, 0)
const DIGITS = [48, 57]

// words is \w; in lower case alone where case does not count.
const words = fold => (fold ? [48, 57, 95, 95, 97, 122] : [48, 57, 65, 90, 95, 95, 97, 122])

// ranged is a range; where case does not count, its capitals as small letters.
function ranged(lo, hi, fold) {
  if (!fold || hi < 65 || lo > 90) return [lo, hi]
  const out = [(lo > 65 ? lo : 65) + LETTERS, (hi < 90 ? hi : 90) + LETTERS]
  if (lo < 65) {
    append(out, lo)
    append(out, 64)
  }
  if (hi > 90) {
    append(out, 91)
    append(out, hi)
  }
  return out
}

// repeat copies a tree; most -1 is without end.
function repeat(n, least, most) {
  if (least === 0 && most === -1) return star(n)
  if (least === 1 && most === -1) return plus(n)
  const subs = []
  for (let i = 0; i < least; i++) append(subs, n)
  if (most === -1) {
    append(subs, star(n))
    return cat(subs)
  }
  let rest = null
  for (let i = least; i < most; i++) rest = rest === null ? optional(n) : optional(cat([n, rest]))
  if (rest !== null) append(subs, rest)
  return cat(subs)
}

// parseRegexp gives the tree of what stands after "re:", or null.
function parseRegexp(text, fold) {
  if (text === '') return null
  for (let i = 0; i < text.length; i++) if (codeAt(text, i) < 0x20 || codeAt(text, i) > 0x7e) return null
  let pos = 0
  let depth = 0
  const peek = () => (pos < text.length ? text[pos] : '')
  const escapable = c => c !== '' && indexOf(ESCAPABLE, c) >= 0

  function either() {
    const first = sequence()
    if (first === null || peek() !== '|') return first
    const subs = [first]
    while (peek() === '|') {
      pos++
      const next = sequence()
      if (next === null) return null
      append(subs, next)
    }
    return alt(subs)
  }

  function sequence() {
    const subs = []
    while (pos < text.length && peek() !== '|' && peek() !== ')') {
      let n = atom()
      if (n !== null) n = repeated(n)
      if (n === null) return null
      append(subs, n)
    }
    return cat(subs)
  }

  function atom() {
    const c = peek()
    pos++
    switch (c) {
      case '(': return group()
      case '[': return characters()
      case '.': return setOf(anyRune())
      case '\\': return escape()
      case '^': case '$': case '*': case '+': case '?': case ']': case '{': case '}': return null
    }
    return setOf(ranged(code(c), code(c), fold))
  }

  function group() {
    if (++depth > MAX_NESTING) return null
    if (peek() === '?') {
      if (text[pos + 1] !== ':') return null
      pos += 2
    }
    const n = either()
    if (n === null || peek() !== ')') return null
    pos++
    depth--
    return n
  }

  function escape() {
    const c = peek()
    pos++
    switch (c) {
      case 'd': return setOf(DIGITS)
      case 'D': return setOf(complement(DIGITS))
      case 'w': return setOf(words(fold))
      case 'W': return setOf(complement(words(fold)))
    }
    return escapable(c) ? setOf([code(c), code(c)]) : null
  }

  // member is the code of one character of a class, a set for \d and \w, or null.
  function member(first) {
    const c = peek()
    pos++
    switch (c) {
      case '': case '[': case '^': case ']': return null
      case '-': return first || peek() === ']' ? 45 : null
      case '\\': {
        const e = peek()
        pos++
        if (e === 'd') return DIGITS
        if (e === 'w') return words(fold)
        return e === '-' || escapable(e) ? code(e) : null
      }
    }
    return code(c)
  }

  function characters() {
    const negated = peek() === '^'
    if (negated) pos++
    const pairs = []
    const addAll = set => { for (let i = 0; i < set.length; i++) append(pairs, set[i]) }
    for (let first = true; peek() !== ']'; first = false) {
      const lo = member(first)
      if (lo === null) return null
      if (typeof lo !== 'number') {
        addAll(lo)
        continue
      }
      let hi = lo
      if (peek() === '-' && pos + 1 < text.length && text[pos + 1] !== ']') {
        pos++
        hi = member(false)
        if (typeof hi !== 'number' || hi < lo) return null
      }
      addAll(ranged(lo, hi, fold))
    }
    pos++
    if (pairs.length === 0) return null
    const set = union(pairs)
    return setOf(negated ? complement(set) : set)
  }

  function repeated(n) {
    let least = 1
    let most = 1
    switch (peek()) {
      case '*': least = 0; most = -1; break
      case '+': most = -1; break
      case '?': least = 0; break
      case '{': {
        const counts = braces()
        if (counts === null) return null
        least = counts[0]
        most = counts[1]
        break
      }
      default: return n
    }
    pos++
    const c = peek()
    if (c === '*' || c === '+' || c === '?' || c === '{') return null
    const copies = most > least ? most : least
    if (size(n) * (copies > 1 ? copies : 1) > MAX_SIZE) return null
    return repeat(n, least, most)
  }

  function braces() {
    pos++
    const least = number()
    if (least < 0) return null
    let most = least
    if (peek() === ',') {
      pos++
      if (peek() === '}') return [least, -1]
      most = number()
    }
    return most < least || peek() !== '}' ? null : [least, most]
  }

  function number() {
    const start = pos
    let n = 0
    while (pos < start + 3 && peek() >= '0' && peek() <= '9') n = 10 * n + code(text[pos++]) - 48
    return pos === start || n > MAX_REPEAT ? -1 : n
  }

  const tree = either()
  return tree === null || pos < text.length || size(tree) > MAX_SIZE ? null : tree
}

module.exports = { __proto__: null, parseRegexp }
