'use strict'

// The border between the extension and VS Code (invariants 5, 6, 10). What VS Code gives is
// seen through objects of the fence's own, with the members that its type has (types.js)
// and no others; what the extension gives is shown to VS Code in the same way. Neither side
// ever holds an object, a class or a prototype of the other's. hostviews.js makes the objects for
// the extension, extensionviews.js those for VS Code, classes.js the classes that it constructs.

const {
  append, apply, construct, defineProperty, getOwn, getPrototypeOf, isArray, isIn, Map, mapEach, mapGet, mapSet, ownKeys, Promise,
  reject, resolve,
  Set, setAdd, setEach, setHas, then, WeakMap, weakGet, weakSet,
} = require('../kernel/primordials.js')
const { bytes, crosses, settled } = require('../kernel/data.js')
const { isIntrinsic, isMaker } = require('../kernel/intrinsics.js')
const { ALL, ANY, callable, inside, kindsOf } = require('./types.js')
const { isPlain, listSeen, objectSeen } = require('./hostviews.js')
const { errorGiven, errorSeen, isError } = require('./errors.js')
const { functionExported, functionShown, over } = require('./exported.js')
const { Lasting } = require('./lasting.js')
const { createSignals, SignalPrototype } = require('./signals.js')
const { listGiven, objectGiven, overridden } = require('./extensionviews.js')
const { ANSWERED, NAMED, PLACED, lead } = require('./places/leading.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const PromisePrototype = Promise.prototype
const Global = globalThis
const MapPrototype = Map.prototype
const SetPrototype = Set.prototype
const MAX_CHAIN = 20

// Of these providers what they answer is opened, without anybody who looks at it.
const OPENS = ['QuickDiffProvider']
// And of these where the person asks where to go: what lies there is shown before anybody goes.
const LEAD = ['CallHierarchyProvider', 'DeclarationProvider', 'DefinitionProvider', 'ImplementationProvider', 'ReferenceProvider',
  'TypeDefinitionProvider', 'TypeHierarchyProvider', 'WorkspaceSymbolProvider', 'InlayHintsProvider', 'DocumentLinkProvider']

const CELL = 'vscode-notebook-cell'
const isPrimitive = v => (typeof v !== 'object' || v === null) && typeof v !== 'function'

// Border is that of one fence. Its fields are declared: an assignment in a constructor would
// ask the prototype of every object for a setter.
class Border {
  /** @type {Fence} */
  fence
  // What VS Code gave, and what the extension sees of it; and back.
  seenOf = new WeakMap()
  realOf = new WeakMap()
  // What the extension gave, and what VS Code sees of it; and back.
  givenOf = new WeakMap()
  mineOf = new WeakMap()
  // The class that stands for one side's class below one of the other's.
  derived = new WeakMap()
  // What is known of an object that the extension sees: { real, kinds, functions, observed, may }. observed says that it
  // was handed out because everything is observed, may what is asked for it when that is over.
  states = new WeakMap()
  /** @type {import('./lasting.js').Lasting} */
  lasting
  // The prototype of a class of VS Code's, its name and the class that the extension has.
  classes = new Map()
  // Whether the manifest names proposed parts of the API: members that no type has are
  // handed out then, through the border like all others.
  proposals = false
  // The addresses that the extension had shown, and how one is written.
  named = new Set()
  // Those that its providers answered with, and what of either side leads somewhere (leading.js).
  answers = new Set()
  leads = new WeakMap()
  /** @type {(v: any) => any} */
  fresh = v => v
  // isBefore says whether the person has a file before them already.
  /** @type {(uri: any) => boolean} */
  isBefore = () => false
  // isOpen says whether somebody has a file open already.
  /** @type {(uri: any) => boolean} */
  isOpen = () => false
  signals = createSignals()
  names = false
  /** @type {(uri: any) => string} */
  addressOf = () => ''
  // What was copied so far of data that is being copied: it may lead back to itself.
  copies = null
  // Members that have power, by "Type.member", and the surface that is asked for each; form
  // says that a refusal is a promise.
  powers = { __proto__: null }
  // refuse asks for a surface of an object of VS Code's: null where it is granted, or an error.
  /** @type {(surface: string, real: any) => Error | null} */
  refuse = () => null
  // isSaved reports a document with nothing to save, in a file that the policy lets nobody write.
  /** @type {(real: any) => boolean} */
  isSaved = () => false
  // shows says whether the text may be read of a document that the extension had shown, and keeps
  // whether what a call changes is the loader's own: null, or an error.
  /** @type {(uri: any) => Error | null} */
  shows = () => null
  /** @type {(real: any, key: string) => Error | null} */
  keeps = () => null
  // follows says whether the text may be read of a document that an answer of the extension's led to.
  /** @type {(document: any) => Error | null} */
  follows = () => null
  // told says what is seen of what only tells (told/told.js).
  /** @type {any} */
  told = { __proto__: null, given() {} }
  // neighbours says whether the policy grants another extension at all.
  neighbours = () => false
  // snippet is what VS Code gets of the text of a snippet: nothing, where it takes more than is granted.
  /** @type {(text: string) => string} */
  snippet = text => text
  // actionCommand is what VS Code gets of the command of an action of some kind (codeactions.js); actionKinds are those that it read.
  /** @type {(kind: any, command: any) => any} */
  actionCommand = (kind, command) => command
  actionKinds = new WeakMap()
  // itemCommand is what VS Code gets of the command of what a person takes while typing (codeactions.js).
  /** @type {(command: any) => any} */
  itemCommand = command => command
  // How members are handed out that have a way of their own, by "Type.member".
  ways = { __proto__: null }

  /** @param {Fence} fence */
  constructor(fence) {
    this.fence = fence
    this.lasting = new Lasting(this)
  }

  // classOf names the innermost class of the API that an object is of.
  classOf(v) {
    for (let p = getPrototypeOf(v), n = 0; p !== null && n < MAX_CHAIN; p = getPrototypeOf(p), n++) {
      const c = mapGet(this.classes, p)
      if (c !== undefined) return c
    }
    return undefined
  }

  // power is what has to be granted for a member of an object, or undefined.
  power(kinds, key) {
    if (typeof key !== 'string') return undefined
    for (let i = 0; i < kinds.length; i++) {
      const p = typeof kinds[i] === 'string' ? this.powers[kinds[i] + '.' + key] : undefined
      if (p !== undefined) return p
    }
    return undefined
  }

  // allowed calls f, where the member may be used: state is what is known of the object.
  allowed(state, key, f) {
    const power = this.power(state.kinds, key)
    if (power !== undefined && power.surface === 'files.write' && this.isSaved(state.real)) return resolve(true)
    let e = power === undefined ? null : this.refuse(power.surface, state.real)
    if (power !== undefined && e === null) {
      if (power.changes) e = this.keeps(state.real, key)
      if (e === null && power.surface === 'documents') e = this.hides(state)
    }
    if (e === null) return f()
    if (power.promise) return reject(e)
    throw e
  }

  asked(state, key) {
    const power = this.power(state.kinds, key)
    if (power === undefined) return true
    return this.refuse(power.surface, state.real) === null && (power.surface !== 'documents' || this.hides(state) === null)
  }

  // hides reports the text of what the extension had opened, and may not read: null, or an error.
  hides(state) {
    if (this.isNamed(state)) return this.shows(this.homeOf(documentOf(state.real).uri))
    return this.isAnswered(state) ? this.follows(documentOf(state.real)) : null
  }

  // isMine reports what the extension gave VS Code.
  isMine(v) { return weakGet(this.mineOf, v) !== undefined }

  // is reports an object that the extension sees and that is of one of some types.
  is(seen, types) {
    const state = isPrimitive(seen) ? undefined : weakGet(this.states, seen)
    for (let i = 0; state !== undefined && i < state.kinds.length; i++) if (isIn(types, state.kinds[i])) return true
    return false
  }

  // note keeps the address of what the extension has shown: by that it does not learn the text.
  note(uri) {
    this.names = true
    setAdd(this.named, this.addressOf(uri))
  }

  // handed keeps an address of VS Code's that a command was handed, or that a provider answered with.
  handed(uri, how) {
    if (how === NAMED) {
      if (!this.isBefore(uri)) this.note(uri)
    } else if (how !== PLACED || !this.isOpen(uri)) setAdd(this.answers, this.addressOf(uri))
  }

  // answer gives what VS Code gets of an answer of the extension's. The addresses are kept that the editor opens because
  // a provider answered with them.
  answer(given, answer, ref) {
    const state = isPrimitive(given) || isPrimitive(answer) ? undefined : weakGet(this.states, given)
    for (let i = 0; state !== undefined && i < state.kinds.length; i++) {
      const how = isIn(OPENS, state.kinds[i]) ? NAMED : isIn(LEAD, state.kinds[i]) ? ANSWERED : undefined
      // What another object promises would come by a function of VS Code's that nobody asks.
      if (how !== undefined) return lead(this, this.inward(typeof answer.then === 'function' ? resolve(answer) : answer, ref), how)
    }
    return this.inward(answer, ref)
  }

  // homeOf is the address of the file that a cell of a notebook stands in, or the address itself.
  homeOf(uri) {
    if (isPrimitive(uri) || uri.scheme !== CELL) return uri
    const { authority, path } = uri
    return this.real(this.fresh({ __proto__: null, scheme: 'file', authority, path, query: '', fragment: '' }))
  }

  isAnswered({ real }) {
    if (isPrimitive(real)) return false
    const { uri } = documentOf(real)
    return uri !== undefined && uri !== null && setHas(this.answers, this.addressOf(this.homeOf(uri)))
  }

  isNamed({ real }) {
    if (!this.names || isPrimitive(real)) return false
    const { uri } = documentOf(real)
    return uri !== undefined && uri !== null && setHas(this.named, this.addressOf(this.homeOf(uri)))
  }

  // thrown calls f, whose errors are VS Code's.
  thrown(f, ref = ANY) {
    try {
      return f()
    } catch (e) {
      throw this.outward(e, ref === ALL ? ALL : ANY)
    }
  }

  // real is what stands behind a value that the extension has.
  real(v) {
    if (isPrimitive(v)) return v
    const r = weakGet(this.realOf, v)
    return r === undefined ? v : r
  }

  // outward gives what the extension sees of a value of VS Code's.
  outward(v, ref) {
    if (isPrimitive(v)) return v
    const mine = weakGet(this.mineOf, v)
    if (mine !== undefined) return mine
    if (weakGet(this.states, v) !== undefined) return v
    if (typeof v === 'function') return this.functionSeen(v, callable(ref), undefined)
    const list = bytes(v, true)
    if (list !== undefined) return list
    if (v === Global) return undefined
    if (isArray(v)) {
      const of = inside(ref, 'a')
      return of === 0 || of === ANY ? this.copied(v) : listSeen(this, v, of)
    }
    const p = getPrototypeOf(v)
    if (p === PromisePrototype) return this.promiseSeen(v, ref)
    const known = this.classOf(v)
    if (known === undefined) {
      if (p === MapPrototype || p === SetPrototype) return this.collectionSeen(v, inside(ref, 'a'))
      if (p === SignalPrototype) return this.signals(v, x => this.outward(x, ANY))
      if (crosses(v, p)) return settled(v, p)
      if (isError(v)) return errorSeen(this, v, ref)
      if (typeof v.then === 'function' && kindsOf(ref).length === 0) {
        return this.promiseSeen(new Promise((a, b) => { apply(v.then, v, [a, b]) }), ref)
      }
    }
    const kinds = kindsOf(ref)
    // What was seen before as more than data stays what it was.
    const data = known === undefined && kinds.length === 0 && weakGet(this.seenOf, v) === undefined && isPlain(v)
    return data ? this.copied(v) : objectSeen(this, v, known, kinds)
  }

  // copied copies a list or an object of plain data, with what is in it: programs hand it to
  // threads and to pages, which take no proxy. What it has of functions is left out.
  copied(v) {
    const first = this.copies === null
    if (first) this.copies = new Map()
    try {
      let out = mapGet(this.copies, v)
      if (out !== undefined) return out
      const list = isArray(v)
      mapSet(this.copies, v, (out = list ? [] : {}))
      const keys = ownKeys(v)
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i]
        if (typeof key !== 'string' || (list && key === 'length')) continue
        const d = getOwn(v, key)
        if (d === undefined || !('value' in d) || typeof d.value === 'function') continue
        defineProperty(out, key, {
          __proto__: null, value: this.outward(d.value, ANY), writable: true, enumerable: d.enumerable, configurable: true,
        })
      }
      if (list && out.length !== v.length) out.length = v.length
      return out
    } finally {
      if (first) this.copies = null
    }
  }

  outwardAll(args, refs, from) {
    const out = []
    for (let i = 0; i < args.length; i++) append(out, this.outward(args[i], refAt(refs, from + i)))
    return out
  }

  promiseSeen(v, ref) {
    const of = inside(ref, 'p')
    const waits = { __proto__: null, kinds: [of], observed: this.lasting.isObserved(), may: this.lasting.asking }
    const answer = x => (this.lasting.isOver(waits) ? reject(over())
      : this.lasting.since(waits.observed, waits.may, () => this.outward(x, of)))
    return then(v, answer, e => reject(this.outward(e, of === ALL ? ALL : ANY)))
  }

  // collectionSeen copies a map or a set: its methods belong to the language.
  collectionSeen(v, of) { return copied(v, x => this.outward(x, of)) }

  // functionSeen gives the function that the extension calls for one of VS Code's; self is
  // what it is called on, or undefined: on what the extension calls it on.
  functionSeen(f, ref, self) {
    if (isIntrinsic(f, self)) return isMaker(f) ? undefined : f
    if (ref === ALL) return functionShown(this, f, self)
    if (ref !== undefined && ref[0] === 'e') {
      return (listener, on, disposables) => this.subscribed(f, ref[1], self, listener, on, disposables)
    }
    const seen = self === undefined ? weakGet(this.seenOf, f) : undefined
    if (seen !== undefined) return seen
    const border = this
    const out = function (...args) {
      if (new.target !== undefined) return border.made(f, args)
      return border.call(f, self === undefined ? border.inward(this, ANY) : self, args, ref)
    }
    if (self === undefined) {
      weakSet(this.seenOf, f, out)
      weakSet(this.realOf, out, f)
    }
    return out
  }

  // made constructs with a class that came as data.
  made(f, args) {
    const given = []
    for (let i = 0; i < args.length; i++) append(given, this.inward(args[i], ANY))
    return this.answered(() => construct(f, given), ANY)
  }

  // call calls a function of VS Code's with what the extension gave.
  call(f, self, args, ref) {
    const given = []
    for (let i = 0; i < args.length; i++) append(given, this.inward(args[i], refAt(ref, i + 2)))
    return this.answered(() => apply(f, self, given), ref === undefined ? ANY : ref === ALL ? ALL : ref[1])
  }

  // answered gives what the extension sees of an answer, or of an error.
  answered(f, ref) { return this.outward(this.thrown(f, ref), ref) }

  // subscribed listens to an event of VS Code's. see gives what the listener sees of it.
  subscribed(f, ref, self, listener, on, disposables, see = e => this.outward(e, ref)) {
    const { fence } = this
    const call = fence.through(listener)
    const of = isPrimitive(self) ? undefined : weakGet(this.seenOf, self)
    const state = of === undefined ? undefined : weakGet(this.states, of)
    const heard = typeof listener !== 'function' ? listener : e => {
      if (state === undefined || !this.lasting.isOver(state)) apply(call, on, [see(e)])
    }
    const d = this.answered(() => apply(f, self, [heard]), 'Disposable')
    if (isArray(disposables)) disposables[disposables.length] = d
    return d
  }

  // inward gives what VS Code sees of a value of the extension's.
  inward(v, ref) {
    if (isPrimitive(v)) return v
    const real = weakGet(this.realOf, v)
    if (real !== undefined) {
      const border = this
      const data = border.told.given(v)
      return data === undefined ? overridden(this, v, real) : data
    }
    if (weakGet(this.mineOf, v) !== undefined) return v
    if (typeof v === 'function') return this.functionGiven(v, callable(ref))
    const list = bytes(v)
    if (list !== undefined) return list
    if (isArray(v)) return listGiven(this, v, inside(ref, 'a'))
    const p = getPrototypeOf(v)
    if (p === PromisePrototype) {
      const of = inside(ref, 'p')
      return then(v, x => this.inward(x, of === 0 ? ANY : of), e => reject(this.inward(e, of === ALL ? ALL : ANY)))
    }
    if (p === MapPrototype || p === SetPrototype) return copied(v, x => this.inward(x, ref === ALL ? ALL : ANY))
    if (p === SignalPrototype) return this.signals(v, x => this.inward(x, ANY))
    if (crosses(v, p)) return settled(v, p)
    if (isError(v)) return errorGiven(this, v, ref)
    // Where the API takes a text, VS Code gets one: an object would answer it otherwise each time.
    if (ref === 0) return '' + v
    return objectGiven(this, v, kindsOf(ref))
  }

  // functionGiven gives the function that VS Code calls for one of the extension's, the same
  // for the same use of it.
  functionGiven(f, ref) {
    let byUse = weakGet(this.givenOf, f)
    if (byUse === undefined) weakSet(this.givenOf, f, (byUse = new Map()))
    const use = ref === undefined ? ANY : ref
    let w = mapGet(byUse, use)
    if (w !== undefined) return w
    if (use === ALL) {
      mapSet(byUse, use, (w = functionExported(this, f)))
      weakSet(this.mineOf, w, f)
      return w
    }
    const border = this
    const { fence } = this
    const call = fence.through(f)
    const gives = ref === undefined ? ANY : ref[1]
    w = function (...args) {
      const seen = []
      const held = isPrimitive(this) ? undefined : weakGet(border.states, this)
      if (held !== undefined && border.lasting.isOver(held)) return undefined
      for (let i = 0; i < args.length; i++) append(seen, border.outward(args[i], refAt(ref, i + 2)))
      let answer
      try {
        answer = apply(call, border.outward(this, ANY), seen)
      } catch (e) {
        throw border.inward(e, ANY)
      }
      const give = x => border.answer(this, x, gives === 0 ? ANY : gives)
      return held === undefined || held.observed !== true ? give(answer) : border.lasting.answered(answer, held.may, give)
    }
    mapSet(byUse, use, w)
    weakSet(this.mineOf, w, f)
    return w
  }
}

// documentOf is the document of an editor, the notebook of a cell, or the object itself.
const documentOf = real => (real.uri !== undefined ? real : !isPrimitive(real.notebook) ? real.notebook
  : !isPrimitive(real.document) ? real.document : real)

// copied copies a map or a set, each of its values turned.
function copied(v, turned) {
  if (getPrototypeOf(v) === SetPrototype) {
    const out = new Set()
    setEach(v, x => { setAdd(out, turned(x)) })
    return out
  }
  const out = new Map()
  mapEach(v, (x, key) => { mapSet(out, turned(key), turned(x)) })
  return out
}

// refAt is what a function takes at a place: what comes after its last argument is more of
// the same.
function refAt(ref, i) {
  if (ref === ALL) return ALL
  if (ref === undefined || ref.length < 3) return ANY
  return i < ref.length ? ref[i] : ref[ref.length - 1]
}

module.exports = { __proto__: null, Border, isPrimitive }
