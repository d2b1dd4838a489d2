exports.run = vscode => vscode.window.setStatusBarMessage('\\', 1000);
