const vscode = require('vscode');
exports.activate = () => vscode.workspace.getConfiguration('toy').get('workers.pool');
