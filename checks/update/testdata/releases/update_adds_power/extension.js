const vscode = require('vscode');

function activate() { vscode.window.setStatusBarMessage('ready', 1000); }
exports.activate = activate;
