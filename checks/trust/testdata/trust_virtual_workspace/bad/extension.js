const vscode = require('vscode');
const fs = require('fs');
const path = require('path');
exports.activate = () => {
  const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
  fs.readFileSync(path.join(folder, 'toy.json')); // want "does not say whether it supports virtual workspaces"
  fs.existsSync(path.join(folder, 'toy.lock'));
};
