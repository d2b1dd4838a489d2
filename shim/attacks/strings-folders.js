'use strict'

// Whose code a text is, where folders have the names of others', and by the name that a text gives itself (invariants 2 and 4).

const { thirteenth } = require('./lib/thirteen.js')
const { fourteenth } = require('./lib/fourteen.js')

// A file below the extension's own folder whose path has the whole path of the neighbour's folder in it.
const BELOW = (T, fs) => {
  const folder = T.work + T.ext + '2'
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(folder + '/a.js', 'module.exports = text => new Function(text)()')
}
const GRANTED = { first: true, policy: p => (
  { code: ['eval'], 'files.read': ['${extension}/**', p.out + '/**'], 'env.read': ['SECRET_*'] }) }

module.exports = [
  thirteenth('text of a file whose folders have a neighbour\'s name: what the neighbour may read', 4, () => {
    const make = require(T.work + T.ext + '2/a.js')
    say(make('return process').getBuiltinModule('fs').readFileSync(T.secret, 'utf8'))
  }, { setup: BELOW, neighbour: GRANTED }),
  thirteenth('text of a file whose folders have a neighbour\'s name: the environment', 4, () => {
    say(require(T.work + T.ext + '2/a.js')('return process.env.SECRET_TOKEN'))
  }, { setup: BELOW, neighbour: GRANTED }),
  fourteenth('text that says it is a file elsewhere, behind a mark of another kind, granted', 4, () => {
    const make = (0, eval)('(t => Function(t)())\n//#\fsourceURL=/somewhere/else.js')
    Promise.resolve('return process.env.SECRET_TOKEN').then(make).then(say, e => say(e.message))
  }, { policy: { code: ['eval'] } }),
]
