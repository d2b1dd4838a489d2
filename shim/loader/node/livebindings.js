'use strict'

// What an extension puts on its global is what the free names of its files mean,
// also of files that were compiled before: a bundle gives its global a function
// in one file and calls it by its bare name in another.
//
// Free names are parameters of a file, so that the realm's are not reached. Each
// file says how its own are given another value (heard), and the object that
// stands for globalThis says when one is.

const { append, apply, bareList, defineProperty, freeze, getOwn, hasOwn, Proxy, reflectDelete } = require('../kernel/primordials.js')

const HEARD = '__ringfence_heard'

// createLiveBindings returns the object that stands for globalThis in front of own, and who
// hears of what is put there.
function createLiveBindings(own) {
  const changed = { __proto__: null }
  const listeners = { __proto__: null }
  function change(key) {
    if (typeof key !== 'string') return
    changed[key] = true
    const list = listeners[key]
    if (list === undefined) return
    const value = valueOf(own, key)
    for (let i = 0; i < list.length; i++) apply(list[i], undefined, [key, value])
  }
  const handler = freeze({
    __proto__: null,
    defineProperty: (target, key, d) => {
      const done = defineProperty(target, key, d)
      if (done) change(key)
      return done
    },
    deleteProperty: (target, key) => {
      const done = reflectDelete(target, key)
      if (done) change(key)
      return done
    },
  })
  return freeze({
    __proto__: null,
    global: new Proxy(own, handler),
    change,
    isChanged: name => changed[name] === true,
    valueOf: name => valueOf(own, name),
    hear: (names, f) => {
      if (typeof f !== 'function') return
      for (let i = 0; i < names.length; i++) {
        if (listeners[names[i]] === undefined) listeners[names[i]] = bareList()
        append(listeners[names[i]], f)
      }
    },
  })
}

// valueOf asks a getter once, and that is the value: a parameter has no getter.
function valueOf(own, key) {
  const d = getOwn(own, key)
  if (d === undefined) return undefined
  if (hasOwn(d, 'value')) return d.value
  try {
    return d.get === undefined ? undefined : apply(d.get, own, [])
  } catch {
    return undefined
  }
}

// heard is the text by which a file gives its free names another value. The names
// are those a parser found free, so that they are names.
function heard(names) {
  if (names.length === 0) return ''
  let text = ''
  for (let i = 0; i < names.length; i++) text += 'case"' + names[i] + '":' + names[i] + '=v;break;'
  return HEARD + '((n,v)=>{switch(n){' + text + '}});'
}

module.exports = { __proto__: null, createLiveBindings, heard, HEARD }
