const vscode = require('vscode');
const { execFile } = require('child_process');
exports.activate = () => execFile(vscode.workspace.getConfiguration('toy').get('path'));
