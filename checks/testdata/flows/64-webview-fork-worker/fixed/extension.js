// The repaired form of the program beside it.
const vscode = require('vscode');
const path = require('path');
const { fork } = require('child_process');

const queue = [];

function drain() {
  while (queue.length > 0) {
    queue.shift();
    fork(path.join(__dirname, 'worker.js'));
  }
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('webview-fork-worker.run', () => {
      const panel = vscode.window.createWebviewPanel('jobs', 'Jobs', 1, { enableScripts: true });
      panel.webview.onDidReceiveMessage(() => {
        queue.push({});
        drain();
      });
    })
  );
};
