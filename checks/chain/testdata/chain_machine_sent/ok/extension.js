require('./program');
require('./issue');
const vscode = require('vscode');
const https = require('https');
const { execFile } = require('child_process');

// One variable says where the service is, and a child gets the whole environment, as children do.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('ci.status', () => {
    execFile('git', ['rev-parse', 'HEAD'], { env: { ...process.env, LC_ALL: 'C' } }, (error, stdout) => {
      const request = https.request({ host: 'example.invalid', path: '/status', method: 'POST', headers: { 'X-Channel': process.env.CI_CHANNEL || 'stable' } }, () => {});
      request.write(JSON.stringify({ commit: error ? '' : 'head' }));
      request.end();
    });
  }));
}
exports.activate = activate;
