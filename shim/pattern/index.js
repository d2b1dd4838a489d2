'use strict'

// The pattern language of a policy, as the loader matches it: the twin of the
// Go package policygen/pattern, which describes the language. The vectors in
// policygen/pattern/testdata/vectors.json run in both.
//
// Parsers give null for what is no pattern; canonical gives null for a resource
// that is refused, which the loader denies. Resources are primitives of the
// loader's own making: nothing here is called on what an extension gave.

const { canonical } = require('./canonical.js')
const { createScope, parsePath, matchPath } = require('./path.js')
const { parseAddress, matchAddress } = require('./address.js')
const { parseCommand, parseShell, matchCommand, matchShell, bareName } = require('./command.js')
const { parseText, parseEnv, matchText, matchEnv } = require('./words.js')
const { canonicalHost } = require('./host.js')

module.exports = {
  __proto__: null,
  canonical,
  canonicalHost,
  createScope: (platform, names, values) => createScope(platform, names, values, bareName),
  parsePath, matchPath, parseAddress, matchAddress, parseCommand, matchCommand, parseShell, matchShell,
  parseText: text => parseText(text), matchText, parseEnv, matchEnv,
}
