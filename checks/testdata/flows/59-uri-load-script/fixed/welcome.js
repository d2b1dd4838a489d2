const vscode = require('vscode');

exports.run = () => vscode.window.showInformationMessage('Welcome');
