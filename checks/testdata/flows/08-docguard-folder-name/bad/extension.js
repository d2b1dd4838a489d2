// Modelled on raccioly/docguard pull request 205: the name of the opened folder is put between quotes in a shell's line.
const vscode = require('vscode');
const { execSync } = require('child_process');
const path = require('path');

function execSpecguard(args) {
  const workspaceDir = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (!workspaceDir) {
    return '';
  }
  const cli = path.join(__dirname, 'cli', 'specguard.mjs');
  return execSync(`node "${cli}" ${args} --dir "${workspaceDir}"`, { encoding: 'utf8', cwd: workspaceDir }); // want "workspace.*child_process.execSync"
}

function activate(context) {
  const status = vscode.window.createStatusBarItem();
  status.text = execSpecguard('score').trim();
  status.show();
  context.subscriptions.push(status, vscode.commands.registerCommand('docguard-folder-name.run', () => execSpecguard('audit')));
}

module.exports = { activate };
