// Modelled on duriantaco/skylos pull request 395: the executable is a setting; the repair reads the user's value only.
const vscode = require('vscode');
const { execFile } = require('node:child_process');

const executable = () => vscode.workspace.getConfiguration('skylos').get('path') || 'skylos';

exports.activate = (context) => {
  const run = (...args) => execFile(executable(), args, () => {}); // want "skylos.path.*child_process.execFile"
  context.subscriptions.push(vscode.commands.registerCommand('skylos-global-value.run', () => run('scan', '.')));
};
