const vscode = require('vscode');
const fs = require('fs');
const path = require('path');
const { load } = require('./disk');
exports.activate = (context) => {
  const folder = vscode.workspace.workspaceFolders[0].uri;
  vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, 'toy.json'));
  fs.readFileSync(path.join(context.extensionPath, 'toy.json'));
  load(vscode.workspace.workspaceFolders[0]);
};
