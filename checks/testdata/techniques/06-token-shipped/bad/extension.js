const vscode = require('vscode');

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('release.notes', () => vscode.window.showInformationMessage('notes')));
}
exports.activate = activate;
