const vscode = require('vscode');
exports.activate = () => vscode.commands.registerCommand('toy.say', () => vscode.window.showInformationMessage(vscode.workspace.isTrusted ? 'full' : 'careful'));
