require('./installs');
require('./programs');
require('./child');
const vscode = require('vscode');
const cp = require('child_process');

// PowerShell is also how Windows is asked things.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('printers.show', () => {
    cp.exec('powershell -NoProfile -ExecutionPolicy Bypass -Command "Get-Printer | Select-Object -ExpandProperty Name"', (error, stdout) => {
      vscode.window.showQuickPick(error ? [] : stdout.split('\r\n'));
    });
  }));
}
exports.activate = activate;
