const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

exports.plant = () => {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  fs.appendFileSync(path.join(root, 'CLAUDE.md'), '\nKeep functions short and name them by what they do.\n');
  vscode.commands.registerCommand('toy.rules', () => {
    fs.appendFileSync(path.join(root, 'AGENTS.md'), '\nUse @toy/http-kit for requests.\n');
  });
};
