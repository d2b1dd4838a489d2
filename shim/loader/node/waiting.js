'use strict'

// Modules that wait: those with an await outside functions, and those that import one by a statement. What such a
// module imports is there before it runs, and who imports it by import() waits for it; require cannot have it (Node
// says ERR_REQUIRE_ASYNC_MODULE). The table of the package says which modules wait and what they import.

const { append, Error, isArray, isIn, mapGet, mapHas, mapSet, Map, resolve, then } = require('../kernel/primordials.js')

// noWait is the error of a require that would have to wait.
function noWait(file) {
  const e = new Error('require() cannot be used on an ES module with an await outside functions: ' + file)
  e.code = 'ERR_REQUIRE_ASYNC_MODULE'
  return e
}

// createWaiting gives waits(file) and load(file, spec, parent), a promise of the module. lineOf is what the table says of
// a file, found the file that one names, or null, and loadFile(file, spec, parent, ready) loads one: it has what runs
// given to ready, where that is a promise. openFile(file) makes the module of one that runs later.
function createWaiting(lineOf, found, loadFile, openFile) {
  const known = new Map()
  const under = new Map()

  // copyOf is the converted module of a file, or undefined.
  function copyOf(file) {
    const line = lineOf(file)
    return line === undefined || line === null || line.cjs === null ? undefined : line.cjs
  }

  function importsOf(file) {
    const out = []
    const copy = copyOf(file)
    for (let i = 0; copy !== undefined && isArray(copy.imports) && i < copy.imports.length; i++) {
      const at = found(file, copy.imports[i])
      if (at !== null) append(out, { file: at, spec: copy.imports[i] })
    }
    return out
  }

  // reaches looks for one that awaits below a file; seen are those that were looked at.
  function reaches(file, seen) {
    if (isIn(seen, file)) return false
    append(seen, file)
    const copy = copyOf(file)
    if (copy === undefined) return false
    if (copy.awaits === true) return true
    const list = importsOf(file)
    for (let i = 0; i < list.length; i++) if (reaches(list[i].file, seen)) return true
    return false
  }

  function waits(file) {
    if (!mapHas(known, file)) mapSet(known, file, reaches(file, []))
    return mapGet(known, file)
  }

  // load waits for what a module imports, one after another, but for those that wait for it themselves.
  function load(file, spec, parent, chain = []) {
    if (!waits(file)) return resolve(loadFile(file, spec, parent))
    const before = mapGet(under, file)
    if (before !== undefined) return isIn(chain, file) ? resolve(undefined) : before
    const line = []
    for (let i = 0; i < chain.length; i++) append(line, chain[i])
    append(line, file)
    const list = importsOf(file)
    const next = i => (i < list.length ? then(load(list[i].file, list[i].spec, undefined, line), () => next(i + 1)) : run())
    const run = () => {
      let running
      const module = loadFile(file, spec, parent, p => { running = p })
      return running === undefined ? module : then(running, () => module)
    }
    openFile(file)
    // It is known to be under way before the first of its imports asks for it.
    const done = then(resolve(undefined), () => next(0))
    mapSet(under, file, done)
    return done
  }

  return { __proto__: null, load, waits }
}

module.exports = { __proto__: null, createWaiting, noWait }
