const vscode = require('vscode');

function activate(context) {
  vscode.window.setStatusBarMessage('ready', 1000);
  context.subscriptions.push(vscode.commands.registerCommand('bracket.next', () => vscode.window.setStatusBarMessage('next', 1000)));
}
exports.activate = activate;
