const vscode = require('vscode');

function activate() { vscode.window.setStatusBarMessage('ready to go', 1000); }
exports.activate = activate;
