// The repaired form of the program beside it.
const vscode = require('vscode');
const { execFileSync } = require('child_process');
const path = require('path');

function execSpecguard(args) {
  const workspaceDir = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (!workspaceDir) {
    return '';
  }
  const cli = path.join(__dirname, 'cli', 'specguard.mjs');
  return execFileSync('node', [cli, args, '--dir', workspaceDir], { encoding: 'utf8', cwd: workspaceDir });
}

function activate(context) {
  const status = vscode.window.createStatusBarItem();
  status.text = execSpecguard('score').trim();
  status.show();
  context.subscriptions.push(status, vscode.commands.registerCommand('docguard-folder-name.run', () => execSpecguard('audit')));
}

module.exports = { activate };
