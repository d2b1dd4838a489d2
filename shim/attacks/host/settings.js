'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host: settings that a manifest declares, and programs that
// a setting names.

const { a, grant } = require('./lib.js')

const declares = (properties, round = 6) => ({ declares: { configuration: { properties } }, round })

module.exports = [
  a('a setting of another that its own manifest declares', ({ vscode }) => vscode.workspace.getConfiguration('victim').get('token'),
    declares({ 'victim.token': { type: 'string' } })),
  a('a setting of another in a group that its own manifest declares',
    ({ vscode }) => vscode.workspace.getConfiguration().get('victim').token,
    declares({ victim: { type: 'object' } })),
  a('a setting that begins with another\'s name and that its own manifest alone declares',
    ({ vscode }) => vscode.workspace.getConfiguration('victim').get('hidden'), declares({ 'victim.hidden': { type: 'string' } }, 15)),
  a('what a person set of a setting that its own manifest alone declares below another\'s name',
    ({ vscode }) => vscode.workspace.getConfiguration().inspect('victim.hidden').globalValue, declares({ 'victim.hidden': {} }, 15)),
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
  a('its fence switched off by a section that is an object', async ({ vscode }) => {
    await vscode.workspace.getConfiguration(new String('ringfence')).update('off', ['acme.tested'], true)
    return 'yes'
  }, { round: 8, ...grant('settings.write'), goal: 'call', call: 'MainThreadConfiguration.$updateConfigurationOption' }),
  a('a setting of the editor by a section that is an object', async ({ vscode }) => {
    await vscode.workspace.getConfiguration(new String('terminal.integrated.env.linux')).update('acme.flag', 'x', true)
    return 'yes'
  }, {
    round: 8, ...grant({ surface: 'settings.write', resource: 'acme.*' }), goal: 'call',
    call: 'MainThreadConfiguration.$updateConfigurationOption',
  }),
]
