// A webview's message names the command of VS Code that is run, with its arguments.
const vscode = require('vscode');

exports.activate = (context) => {
  const provider = {
    resolveWebviewView({ webview }) {
      webview.options = { enableScripts: true };
      webview.html = '<button onclick="acquireVsCodeApi().postMessage({command:\'workbench.action.reloadWindow\'})">x</button>';
      webview.onDidReceiveMessage(async ({ command, args = [] }) => {
        await vscode.commands.executeCommand(command, ...args); // want "message.*executeCommand"
      });
    },
  };
  context.subscriptions.push(vscode.window.registerWebviewViewProvider('any.view', provider));
};
