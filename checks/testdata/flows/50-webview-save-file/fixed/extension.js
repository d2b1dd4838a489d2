// The repaired form of the program beside it.
const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

const handlers = {
  save(message, folder) {
    const target = path.join(folder, path.basename(message.name));
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(target, message.text);
  },
};

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('webview-save-file.run', () => {
      const panel = vscode.window.createWebviewPanel('draw', 'Draw', 1, { enableScripts: true });
      const folder = context.globalStorageUri.fsPath;
      panel.webview.onDidReceiveMessage((message) => handlers[message.command](message, folder));
    })
  );
};
