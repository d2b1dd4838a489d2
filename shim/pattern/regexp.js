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

const escapable = c => c !== '' && indexOf(ESCAPABLE, c) >= 0

// Parser reads one expression. Each method begins where the one before ended, and gives
// what it read, or null for what the language has not. Fields are declared: an assignment
// in a constructor would ask the prototype of every object for a setter.
class Parser {
  text = ''
  fold = false
  pos = 0
  depth = 0

  constructor(text, fold) {
    this.text = text
    this.fold = fold
  }

  peek() {
    return this.pos < this.text.length ? this.text[this.pos] : ''
  }

  // whole is the expression with nothing behind it.
  whole() {
    const tree = this.either()
    return tree === null || this.pos < this.text.length || size(tree) > MAX_SIZE ? null : tree
  }

  either() {
    const first = this.sequence()
    if (first === null || this.peek() !== '|') return first
    const subs = [first]
    while (this.peek() === '|') {
      this.pos++
      const next = this.sequence()
      if (next === null) return null
      append(subs, next)
    }
    return alt(subs)
  }

  sequence() {
    const subs = []
    while (this.pos < this.text.length && this.peek() !== '|' && this.peek() !== ')') {
      let n = this.atom()
      if (n !== null) n = this.repeated(n)
      if (n === null) return null
      append(subs, n)
    }
    return cat(subs)
  }

  atom() {
    const c = this.peek()
    this.pos++
    switch (c) {
      case '(': return this.group()
      case '[': return this.characters()
      case '.': return setOf(anyRune())
      case '\\': return this.escape()
      case '^': case '$': case '*': case '+': case '?': case ']': case '{': case '}': return null
    }
    return setOf(ranged(code(c), code(c), this.fold))
  }

  group() {
    if (++this.depth > MAX_NESTING) return null
    if (this.peek() === '?') {
      if (this.text[this.pos + 1] !== ':') return null
      this.pos += 2
    }
    const n = this.either()
    if (n === null || this.peek() !== ')') return null
    this.pos++
    this.depth--
    return n
  }

  escape() {
    const c = this.peek()
    this.pos++
    switch (c) {
      case 'd': return setOf(DIGITS)
      case 'D': return setOf(complement(DIGITS))
      case 'w': return setOf(words(this.fold))
      case 'W': return setOf(complement(words(this.fold)))
    }
    return escapable(c) ? setOf([code(c), code(c)]) : null
  }

  // member is the code of one character of a class, a set for \d and \w, or null.
  member(first) {
    const c = this.peek()
    this.pos++
    switch (c) {
      case '': case '[': case '^': case ']': return null
      case '-': return first || this.peek() === ']' ? 45 : null
      case '\\': {
        const e = this.peek()
        this.pos++
        if (e === 'd') return DIGITS
        if (e === 'w') return words(this.fold)
        return e === '-' || escapable(e) ? code(e) : null
      }
    }
    return code(c)
  }

  characters() {
    const negated = this.peek() === '^'
    if (negated) this.pos++
    const pairs = []
    const addAll = set => { for (let i = 0; i < set.length; i++) append(pairs, set[i]) }
    for (let first = true; this.peek() !== ']'; first = false) {
      const lo = this.member(first)
      if (lo === null) return null
      if (typeof lo !== 'number') {
        addAll(lo)
        continue
      }
      let hi = lo
      if (this.peek() === '-' && this.pos + 1 < this.text.length && this.text[this.pos + 1] !== ']') {
        this.pos++
        hi = this.member(false)
        if (typeof hi !== 'number' || hi < lo) return null
      }
      addAll(ranged(lo, hi, this.fold))
    }
    this.pos++
    if (pairs.length === 0) return null
    const set = union(pairs)
    return setOf(negated ? complement(set) : set)
  }

  repeated(n) {
    let least = 1
    let most = 1
    switch (this.peek()) {
      case '*': least = 0; most = -1; break
      case '+': most = -1; break
      case '?': least = 0; break
      case '{': {
        const counts = this.braces()
        if (counts === null) return null
        least = counts[0]
        most = counts[1]
        break
      }
      default: return n
    }
    this.pos++
    const c = this.peek()
    if (c === '*' || c === '+' || c === '?' || c === '{') return null
    const copies = most > least ? most : least
    if (size(n) * (copies > 1 ? copies : 1) > MAX_SIZE) return null
    return repeat(n, least, most)
  }

  braces() {
    this.pos++
    const least = this.number()
    if (least < 0) return null
    let most = least
    if (this.peek() === ',') {
      this.pos++
      if (this.peek() === '}') return [least, -1]
      most = this.number()
    }
    return most < least || this.peek() !== '}' ? null : [least, most]
  }

  number() {
    const start = this.pos
    let n = 0
    while (this.pos < start + 3 && this.peek() >= '0' && this.peek() <= '9') n = 10 * n + code(this.text[this.pos++]) - 48
    return this.pos === start || n > MAX_REPEAT ? -1 : n
  }
}

// parseRegexp returns the tree of what stands after "re:", or null.
function parseRegexp(text, fold) {
  if (text === '') return null
  for (let i = 0; i < text.length; i++) if (codeAt(text, i) < 0x20 || codeAt(text, i) > 0x7e) return null
  const parser = new Parser(text, fold)
  return parser.whole()
}

module.exports = { __proto__: null, parseRegexp }
