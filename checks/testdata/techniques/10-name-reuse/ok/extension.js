const vscode = require('vscode');

function activate() { vscode.window.setStatusBarMessage('woof', 1000); }
exports.activate = activate;
