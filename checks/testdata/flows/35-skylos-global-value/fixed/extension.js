// The repaired form of the program beside it.
const vscode = require('vscode');
const { execFile } = require('node:child_process');

function executable() {
  const values = vscode.workspace.getConfiguration('skylos').inspect('path');
  return values.globalValue || values.defaultValue || 'skylos';
}

exports.activate = (context) => {
  const run = (...args) => execFile(executable(), args, () => {});
  context.subscriptions.push(vscode.commands.registerCommand('skylos-global-value.run', () => run('scan', '.')));
};
