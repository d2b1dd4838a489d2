const vscode = require('vscode');
const http = require('http');

// Links in texts are no connections, and what a setting names is not known here.
const help = 'https://example.invalid/help';
const other = 'https://münchen.example/';

function activate(context) {
  const address = vscode.workspace.getConfiguration('toy').get('address');
  http.get(address);
  context.subscriptions.push(vscode.commands.registerCommand('toy.help', () => vscode.env.openExternal(vscode.Uri.parse(help + other))));
}
exports.activate = activate;
