const vscode = require('vscode');
const fs = require('fs');
const path = require('path');
const { exec } = require('child_process');

function activate() {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const config = JSON.parse(fs.readFileSync(path.join(root, '.vscode', 'cody.json'), 'utf8'));
  for (const command of config.commands) {
    exec(command.run, { cwd: root });
  }
}
exports.activate = activate;
