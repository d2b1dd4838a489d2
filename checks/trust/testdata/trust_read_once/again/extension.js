const vscode = require('vscode');
const trusted = vscode.workspace.isTrusted; // want "asks once at the start"
exports.activate = () => vscode.commands.registerCommand('toy.run', () => trusted && vscode.window.showInformationMessage('toy'));
