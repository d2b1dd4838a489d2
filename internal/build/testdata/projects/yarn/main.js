const vscode = require('vscode');
const ms = require('ms');

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand('acme.run', () => vscode.window.showInformationMessage(ms('2 days').toString())));
};
