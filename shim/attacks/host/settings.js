'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host: settings that a manifest declares, and programs that
// a setting names.

const { a } = require('./lib.js')

const declares = properties => ({ declares: { configuration: { properties } }, round: 6 })

module.exports = [
  a('a setting of another that its own manifest declares', ({ vscode }) => vscode.workspace.getConfiguration('victim').get('token'),
    declares({ 'victim.token': { type: 'string' } })),
  a('a setting of another in a group that its own manifest declares',
    ({ vscode }) => vscode.workspace.getConfiguration().get('victim').token,
    declares({ victim: { type: 'object' } })),
  a('a setting of the editor that its own manifest declares',
    ({ vscode }) => vscode.workspace.getConfiguration('http').get('proxyAuthorization'),
    declares({ 'http.proxyAuthorization': { type: 'string' } })),
  a('a setting of the editor in a group that its own manifest declares',
    ({ vscode }) => vscode.workspace.getConfiguration().inspect('http').globalValue.proxyAuthorization,
    declares({ http: { type: 'object', default: { proxyAuthorization: '' } } })),
  a('a program that its own manifest gives as the default of a setting',
    ({ require, T }) => require('child_process').execFileSync('/usr/bin/touch', [T.mark]), {
      goal: 'mark', policy: { processes: [{ command: '${config:acme.tool}', args: ['...'] }] },
      ...declares({ 'acme.tool': { type: 'string', default: '/usr/bin/touch' } }),
    }),
]
