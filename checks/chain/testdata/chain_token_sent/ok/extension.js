const vscode = require('vscode');

// The token goes to whom it is for.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('issues.list', async () => {
    const session = await vscode.authentication.getSession('github', ['repo'], { createIfNone: true });
    const answer = await fetch('https://api.github.com/issues', { headers: { Authorization: 'Bearer ' + session.accessToken } });
    const issues = await answer.json();
    vscode.window.showQuickPick(issues.map(i => i.title));
  }));
}
exports.activate = activate;
require('./asked');
