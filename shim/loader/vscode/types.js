'use strict'

// What every value of the editor's API is, by types.json (invariant 10): the loader hands
// out objects with these members and no others. A kind is what an object may be: the name of
// a type, the members of one without a name, or ['m', of] for an object of names. What a
// member is (a ref) is said in internal/catalog/testdata/npm/vscodetypes.js.

const { append, getOwn, isArray, isIn } = require('../kernel/primordials.js')
const table = require('./types.json')

const { types } = table
const ANY = '?'
// All there is of it, function by function: what another extension exports, and a proposed part
// of the API that the policy names.
const ALL = '*'

// merged makes one ref of several.
function merged(refs) {
  if (refs.length === 0) return 0
  if (refs.length === 1) return refs[0]
  const out = ['u']
  for (let i = 0; i < refs.length; i++) append(out, refs[i])
  return out
}

// parts takes a union apart.
function parts(ref) {
  if (!isArray(ref) || ref[0] !== 'u') return [ref]
  const out = []
  for (let i = 1; i < ref.length; i++) {
    const inner = parts(ref[i])
    for (let j = 0; j < inner.length; j++) append(out, inner[j])
  }
  return out
}

// kindsOf lists the kinds that a ref allows an object to be.
function kindsOf(ref) {
  const out = []
  const list = parts(ref)
  for (let i = 0; i < list.length; i++) {
    const r = list[i]
    if ((typeof r === 'string' && r !== ANY) || (isArray(r) ? r[0] === 'm' : typeof r === 'object')) append(out, r)
  }
  return out
}

// inside is what a ref says of the elements of a list, the result of a promise, …: the rest
// of the part that begins with a letter.
function inside(ref, letter) {
  const found = []
  const list = parts(ref)
  for (let i = 0; i < list.length; i++) {
    if (isArray(list[i]) && list[i][0] === letter) append(found, list[i][1])
    else if (list[i] === ANY || list[i] === ALL) append(found, list[i])
  }
  return found.length === 0 ? ANY : merged(found)
}

// callable is the part of a ref that is a function or an event, or undefined.
function callable(ref) {
  const list = parts(ref)
  let f
  for (let i = 0; i < list.length; i++) {
    if (list[i] === ALL || (isArray(list[i]) && (list[i][0] === 'f' || list[i][0] === 'e'))) f = list[i]
  }
  return f
}

const declared = name => { const d = getOwn(types, name); return d === undefined ? undefined : d.value }
const member = (members, key) => {
  const d = members === undefined ? undefined : getOwn(members, key)
  return d === undefined ? undefined : d.value
}

// memberOf is what a kind says of one of its members, or undefined: it has none of the name.
function memberOf(kind, key) {
  if (isArray(kind)) return undefined
  if (typeof kind === 'object') return member(kind, key)
  const t = declared(kind)
  if (t === undefined || t === null) return undefined
  const own = member(t.m, key)
  if (own !== undefined) return own
  if (t.x !== undefined) {
    for (let i = 0; i < t.x.length; i++) {
      const above = memberOf(t.x[i], key)
      if (above !== undefined) return above
    }
  }
  return undefined
}

// entryOf is what a kind says of every member that an object has of its own beside those
// with a name: undefined, it has none.
function entryOf(kinds) {
  for (let i = 0; i < kinds.length; i++) {
    if (isArray(kinds[i])) return kinds[i][1]
    const t = typeof kinds[i] === 'string' ? declared(kinds[i]) : undefined
    if (t !== undefined && t !== null && t.i !== undefined) return t.i
  }
  return undefined
}

// anyMember asks all kinds of an object.
function anyMember(kinds, key) {
  const found = []
  for (let i = 0; i < kinds.length; i++) {
    const r = memberOf(kinds[i], key)
    if (r !== undefined) append(found, r)
  }
  return found.length === 0 ? undefined : merged(found)
}

// isReadOnly reports a member that a type says is only read.
function isReadOnly(kinds, key) {
  for (let i = 0; i < kinds.length; i++) {
    const t = typeof kinds[i] === 'string' ? declared(kinds[i]) : undefined
    if (t === undefined || t === null) continue
    if (t.r !== undefined && isIn(t.r, key)) return true
    if (member(t.m, key) === undefined && t.x !== undefined && isReadOnly(t.x, key)) return true
  }
  return false
}

// iterated is what an object of these kinds gives one by one, or undefined.
function iterated(kinds) {
  for (let i = 0; i < kinds.length; i++) {
    const t = typeof kinds[i] === 'string' ? declared(kinds[i]) : undefined
    if (t !== undefined && t !== null && t.t !== undefined) return t.t
  }
  return undefined
}

// at is the ref of a member of the API by its name with dots.
function at(path) {
  let here = table.root
  for (let i = 0; i < path.length; i++) {
    if (here === undefined || typeof here !== 'object' || isArray(here)) return undefined
    here = member(here, path[i])
  }
  return here
}

module.exports = { __proto__: null, ALL, ANY, anyMember, at, callable, declared, entryOf, inside, isReadOnly, iterated, kindsOf }
