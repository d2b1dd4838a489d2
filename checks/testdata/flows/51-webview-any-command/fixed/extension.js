// The repaired form of the program beside it.
const vscode = require('vscode');

const ALLOWED = ['workbench.action.reloadWindow', 'workbench.action.openSettings'];

exports.activate = (context) => {
  const provider = {
    resolveWebviewView({ webview }) {
      webview.options = { enableScripts: true };
      webview.html = '<button onclick="acquireVsCodeApi().postMessage({command:\'workbench.action.reloadWindow\'})">x</button>';
      webview.onDidReceiveMessage(async ({ command }) => {
        if (!ALLOWED.includes(command)) {
          return;
        }
        await vscode.commands.executeCommand(command);
      });
    },
  };
  context.subscriptions.push(vscode.window.registerWebviewViewProvider('any.view', provider));
};
