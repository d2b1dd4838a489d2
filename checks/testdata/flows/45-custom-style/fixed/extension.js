// The repaired form of the program beside it.
const vscode = require('vscode');

class Reader {
  resolveWebviewView(view) {
    const { style, header } = vscode.workspace.getConfiguration('reader');
    view.webview.options = { enableScripts: true };
    view.webview.html = ['<html><style>', style, '</style><body>', header, '</body></html>'].join('\n');
  }
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.window.registerWebviewViewProvider('reader.view', new Reader()));
};
