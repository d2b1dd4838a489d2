const vscode = require('vscode');
const { exec } = require('child_process');
exports.activate = () => {
  vscode.commands.registerCommand('toy.run', () => exec('make')); // want "\"toy.run\" is hidden until the workspace is trusted"
  vscode.commands.registerCommand('toy.make', () => exec('make')); // want "\"toy.make\" is hidden"
  vscode.commands.registerCommand('toy.show', () => vscode.window.showInformationMessage('toy'));
};
