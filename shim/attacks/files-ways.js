'use strict'

// Whether folders are there, by ways that lead through them (invariant 7).

const { fourteenth } = require('./lib/fourteen.js')

module.exports = [
  fourteenth('whether a folder is there, by a way that leads through it and back', 7, () => {
    const fs = require('fs')
    const reads = way => { try { return fs.readFileSync(way + '/../ext/data.txt', 'utf8') === 'data' } catch { return false } }
    if (reads(T.out) && !reads(T.out + '-none')) say('yes')
  }, { goal: 'said' }),
  fourteenth('whether a folder is there, by standing in it', 7, () => {
    const stands = at => { try { process.chdir(at); return true } catch { return false } }
    if (stands(T.out) && !stands(T.out + '-none')) say('yes')
  }, { goal: 'said' }),
]
