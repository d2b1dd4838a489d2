'use strict'

// Whose code a text is, where folders have the names of others' (invariants 2 and 4).

const { thirteenth } = require('./lib/thirteen.js')

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
]
