// A webview's message decides where a file is written.
const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

const handlers = {
  save(message, folder) {
    const target = path.join(folder, message.name);
    fs.mkdirSync(path.dirname(target), { recursive: true }); // want "message.*fs.mkdirSync"
    fs.writeFileSync(target, message.text); // want "message.*fs.writeFileSync"
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
