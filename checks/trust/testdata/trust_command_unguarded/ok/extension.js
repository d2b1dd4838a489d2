const vscode = require('vscode');
const { exec } = require('child_process');
exports.activate = () => {
  vscode.commands.registerCommand('toy.run', () => vscode.workspace.isTrusted && exec('make'));
  vscode.commands.registerCommand('toy.show', () => vscode.window.showInformationMessage('toy'));
};
