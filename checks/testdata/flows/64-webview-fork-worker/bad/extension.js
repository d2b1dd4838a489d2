// A webview's message names the module a child process runs.
const vscode = require('vscode');
const { fork } = require('child_process');

const queue = [];

function drain() {
  while (queue.length > 0) {
    const job = queue.shift();
    fork(job.module, job.args); // want "message.*child_process.fork"
  }
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('webview-fork-worker.run', () => {
      const panel = vscode.window.createWebviewPanel('jobs', 'Jobs', 1, { enableScripts: true });
      panel.webview.onDidReceiveMessage((message) => {
        queue.push({ module: message.module, args: [] });
        drain();
      });
    })
  );
};
