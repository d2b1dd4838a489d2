'use strict'

// JSON of values that have a prototype. JSON.stringify asks every object for a toJSON, and an
// extension may put one on the prototypes of its realm: it would say what the loader writes.
// What has no prototype anywhere is written by jsonStringify itself.

const { bareList, isArray, jsonStringify, ownKeys } = require('./primordials.js')

// bared copies plain data, without prototypes.
function bared(v) {
  if (typeof v !== 'object' || v === null) return v
  if (isArray(v)) {
    const out = bareList()
    for (let i = 0; i < v.length; i++) out[i] = bared(v[i])
    return out
  }
  const out = { __proto__: null }
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) if (typeof keys[i] === 'string') out[keys[i]] = bared(v[keys[i]])
  return out
}

// jsonText is the JSON of plain data, which nothing of the realm has a say in.
const jsonText = v => jsonStringify(bared(v))

module.exports = { __proto__: null, jsonText }
