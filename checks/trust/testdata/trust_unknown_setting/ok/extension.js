const vscode = require('vscode');
exports.activate = () => vscode.workspace.getConfiguration('typescript').get('tsdk');
