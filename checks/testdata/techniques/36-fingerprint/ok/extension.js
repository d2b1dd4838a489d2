const vscode = require('vscode');
const os = require('os');
const http = require('http');

// A tool on this machine is told how many workers it may start.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('java.format', () => {
    http.get('http://127.0.0.1:8080/format?workers=' + os.cpus().length, response => response.resume());
  }));
}
exports.activate = activate;
