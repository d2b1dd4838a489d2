'use strict'

// One question: what somebody wants to do, and the line of a policy that would take it.

const { jsonStringify } = require('../kernel/primordials.js')

/**
 * Where a connection goes, or comes from.
 * @typedef {object} Endpoint
 * @property {string} scheme
 * @property {string} host
 * @property {number} port
 * @property {string} path
 * @property {string} socket the path of a socket in the file system, or empty
 * @property {string} [pipe]
 */

/**
 * What somebody wants to do: one question. What says nothing is empty.
 * @typedef {object} Access
 * @property {null} [__proto__]
 * @property {string} section a section of the policy, or modules
 * @property {string} name a module, a surface of the editor, or a kind of code
 * @property {string} text a function, a variable, what of a surface, or a line for a shell
 * @property {string} path a canonical path
 * @property {Endpoint | null} endpoint
 * @property {string} program
 * @property {string[]} args
 * @property {string} sha256
 * @property {boolean | (() => boolean)} look it only asks what is there, or says so when it was denied
 */

// A path that no line grants: of what lies on the disk at a place that is not known.
const NOWHERE = '/ringfence-unknown'

// access fills in what the caller leaves away.
/**
 * @param {Partial<Access>} fields
 * @returns {Access}
 */
function access(fields) {
  return { __proto__: null, section: '', name: '', text: '', path: '', endpoint: null, program: '', args: [], sha256: '', look: false,
    ...fields }
}

// wouldAllow is the line that would take an access, for a message.
/** @param {Access} a */
function wouldAllow(a) {
  switch (a.section) {
    case 'modules': return 'modules: "' + a.name + '": ["' + a.text + '"]'
    case 'files.read': case 'files.write': return a.section + ': "' + a.path + '"'
    case 'env.read': return 'env.read: "' + a.text + '"'
    case 'processes': {
      if (a.program === '') return 'processes: {"shell": ' + jsonStringify(a.text) + '}'
      let args = ''
      for (let i = 0; i < a.args.length; i++) args += (i === 0 ? '' : ', ') + jsonStringify(a.args[i])
      return 'processes: {"command": ' + jsonStringify(a.program) + ', "args": [' + args + ']}'
    }
    case 'network.connect': case 'network.listen': {
      const e = a.endpoint
      return a.section + ': "' + (e.socket !== '' ? 'unix:' + e.socket : e.host + ':' + e.port) + '"'
    }
    case 'vscode': {
      const resource = a.path !== '' ? a.path : a.text
      return 'vscode: ' + (resource === '' ? jsonStringify(a.name) : '{"surface": ' + jsonStringify(a.name) + ', "resource": ' +
        jsonStringify(resource) + '}')
    }
  }
  return a.section + ': "' + a.name + (a.text === '' ? '' : ' ' + a.text) + '"'
}

module.exports = { __proto__: null, NOWHERE, access, wouldAllow }
