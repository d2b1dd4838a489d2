// A setting becomes part of a webview's page.
const vscode = require('vscode');

class Reader {
  resolveWebviewView(view) {
    const { style, header } = vscode.workspace.getConfiguration('reader');
    view.webview.options = { enableScripts: true };
    view.webview.html = ['<html><style>', style, '</style><body>', header, '</body></html>'].join('\n'); // want "reader.(header|style).*html"
  }
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.window.registerWebviewViewProvider('reader.view', new Reader()));
};
