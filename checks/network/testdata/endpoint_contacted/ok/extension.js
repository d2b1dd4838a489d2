const vscode = require('vscode');
const http = require('http');

// Links in texts are no connections, and what a setting names is not known here.
const help = 'https://example.invalid/help';
const other = 'https://münchen.example/';

function activate(context) {
  const address = vscode.workspace.getConfiguration('toy').get('address');
  http.get(address);
  // A value that is not set is no host, and a path is none.
  let host;
  http.get('http://' + host + '/a');
  fetch('data.bin');
  context.subscriptions.push(vscode.commands.registerCommand('toy.help', () => vscode.env.openExternal(vscode.Uri.parse(help + other))));
}
exports.activate = activate;
