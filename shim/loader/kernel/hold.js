'use strict'

// What a fence may not change of what all extensions have (invariant 13), at level shared too. Everybody else assigns
// to it as before, which zone.js and what measures programs do; defining it anew nobody is known to do to these.

const {
  append, defineProperty, Error, getOwn, getPrototypeOf, isIn, Object, ownKeys, Promise, setAddWeak, setHasWeak, String, TypeError, WeakSet,
} = require('./primordials.js')

// A start holds several hundred properties: one description serves them all, and what it
// does not say stays as it is.
const held = { __proto__: null, enumerable: false, configurable: false, get: undefined, set: undefined }
// The getters that hold puts in the place of methods, which ask nothing of this.
const OURS = new WeakSet()
const settled = { __proto__: null, configurable: false }

// isFenced reports that a fence runs. Until the first fence is made nobody is fenced.
let isFenced = () => false
const asking = f => {
  isFenced = f
}

// isMethod reports that an object has a method or inherits it. A getter is not asked: it may be another's.
function isMethod(object, key) {
  for (let at = object; at !== null; at = getPrototypeOf(at)) {
    const own = getOwn(at, key)
    if (own !== undefined) return typeof own.value === 'function' || (own.get !== undefined && setHasWeak(OURS, own.get))
  }
  return false
}

// hold keeps a method from being replaced by a fence, a method that is inherited too.
function hold(proto, key) {
  const own = getOwn(proto, key)
  let value = own === undefined ? undefined : own.value
  if (key === 'constructor' || (own !== undefined && (!own.configurable || typeof value !== 'function'))) return
  const above = getPrototypeOf(proto)
  let mine = own !== undefined
  if (!mine && !isMethod(above, key)) return
  const get = () => (mine ? value : above[key])
  const { set } = {
    set(v) {
      if (this !== proto) {
        if (typeof this === 'object' || typeof this === 'function') {
          defineProperty(this, key, { __proto__: null, value: v, writable: true, enumerable: true, configurable: true })
        }
        return
      }
      if (isFenced()) throw new TypeError("Cannot assign to read only property '" + String(key) + "'")
      mine = true
      value = v
    },
  }
  setAddWeak(OURS, get)
  held.enumerable = own !== undefined && own.enumerable
  held.get = get
  held.set = set
  defineProperty(proto, key, held)
}

// settle keeps the properties of an object from being defined anew.
function settle(object) {
  const own = ownKeys(object)
  for (let j = 0; j < own.length; j++) {
    if (getOwn(object, own[j]).configurable) defineProperty(object, own[j], settled)
  }
}

// holdAll holds every method of an object, and settles the rest.
function holdAll(object) {
  const own = ownKeys(object)
  for (let j = 0; j < own.length; j++) hold(object, own[j])
  settle(object)
}

// spare keeps a fence from giving a prototype a name that it has not: the engine and Node look there for it on objects
// that are others'. Everybody else assigns it as before, and so does who inherits from the prototype.
function spare(proto, key) {
  for (let at = proto; at !== null; at = getPrototypeOf(at)) if (getOwn(at, key) !== undefined) return
  let value
  const get = () => value
  const { set } = {
    set(v) {
      if (this !== proto) {
        if (typeof this !== 'object' && typeof this !== 'function') return
        defineProperty(this, key, { __proto__: null, value: v, writable: true, enumerable: true, configurable: true })
        return
      }
      if (isFenced()) throw new TypeError("Cannot add property '" + String(key) + "'")
      value = v
    },
  }
  held.enumerable = false
  held.get = get
  held.set = set
  defineProperty(proto, key, held)
}

// holdClasses holds what the objects of these classes have and inherit, and what the classes themselves do. What is
// no class is passed over.
const done = new WeakSet()
const LAST = [Object.prototype, Function.prototype, Error.prototype, Array.prototype, Promise.prototype, null]
function holdClasses(classes) {
  for (let i = 0; i < classes.length; i++) {
    const C = classes[i]
    if (typeof C !== 'function') continue
    const own = getOwn(C, 'prototype')
    if (own === undefined || own.value === null || typeof own.value !== 'object') continue
    // What a plain function would make has nothing to hold.
    const bare = isIn(LAST, getPrototypeOf(own.value)) && ownKeys(own.value).length === 1
    for (let p = own.value; !bare && !isIn(LAST, p) && !setHasWeak(done, p); p = getPrototypeOf(p)) {
      setAddWeak(done, p)
      // What it inherits it would be given by assignment.
      for (let above = getPrototypeOf(p); !isIn(LAST, above); above = getPrototypeOf(above)) {
        const names = ownKeys(above)
        for (let j = 0; j < names.length; j++) hold(p, names[j])
      }
      holdAll(p)
      spare(p, 'then')
    }
    for (let f = C; !isIn(LAST, f) && !setHasWeak(done, f); f = getPrototypeOf(f)) {
      setAddWeak(done, f)
      const names = ownKeys(f)
      for (let j = 0; j < names.length; j++) hold(f, names[j])
    }
  }
}

// spoken says of objects that what shall be held of them is: no class leads to more of it.
function spoken(objects) {
  for (let i = 0; i < objects.length; i++) setAddWeak(done, objects[i])
}

// holdModule holds the classes that a module has, and those of a table in it (promises).
function holdModule(lib) {
  const classes = []
  classesIn(lib, 1, classes)
  holdClasses(classes)
}

function classesIn(lib, depth, out) {
  const names = ownKeys(lib)
  for (let i = 0; i < names.length; i++) {
    const own = getOwn(lib, names[i])
    if (own === undefined) continue
    if (typeof own.value === 'function') append(out, own.value)
    else if (depth > 0 && typeof own.value === 'object' && own.value !== null) classesIn(own.value, depth - 1, out)
  }
}

// holdObject holds an object that there is one of, with what it inherits.
function holdObject(object) {
  const proto = getPrototypeOf(object)
  holdAll(proto)
  const own = ownKeys(proto)
  for (let j = 0; j < own.length; j++) hold(object, own[j])
  holdAll(object)
}

module.exports = { __proto__: null, asking, hold, settle, holdAll, holdClasses, holdModule, holdObject, spare, spoken }
