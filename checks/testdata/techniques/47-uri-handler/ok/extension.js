const vscode = require('vscode');

// A link picks one of three views, and nothing else of it is used.
function activate(context) {
  context.subscriptions.push(vscode.window.registerUriHandler({
    handleUri(uri) {
      const view = new URLSearchParams(uri.query).get('view');
      if (view === 'issues' || view === 'reviews' || view === 'builds') {
        vscode.window.showInformationMessage('Opening ' + view);
      }
    },
  }));
}
exports.activate = activate;
