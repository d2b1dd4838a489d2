const vscode = require('vscode');

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('solidity.version', () => vscode.window.showInformationMessage('0.8')));
}
exports.activate = activate;
