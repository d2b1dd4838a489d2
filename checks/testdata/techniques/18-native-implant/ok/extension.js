const vscode = require('vscode');
const path = require('path');

// Which module is loaded hangs on the platform here as well, and both are scripts.
function activate(context) {
  const tool = process.platform === 'win32' ? require(path.join(__dirname, 'windows.js')) : require(path.join(__dirname, 'posix.js'));
  context.subscriptions.push(vscode.commands.registerCommand('output.clean', () => tool.run(vscode)));
}
exports.activate = activate;
