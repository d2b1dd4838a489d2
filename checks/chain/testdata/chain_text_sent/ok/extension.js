const vscode = require('vscode');

// A change of the text is answered with marks below words, by a server that the user runs and names.
function activate(context) {
  const marks = vscode.languages.createDiagnosticCollection('spelling');
  context.subscriptions.push(marks, vscode.workspace.onDidChangeTextDocument(async event => {
    const endpoint = vscode.workspace.getConfiguration('spelling').get('endpoint');
    if (!endpoint) {
      return;
    }
    const answer = await fetch(endpoint, { method: 'POST', body: event.document.getText() });
    const words = await answer.json();
    marks.set(event.document.uri, words.map(w => new vscode.Diagnostic(new vscode.Range(w.line, w.from, w.line, w.to), w.message)));
  }));
}
exports.activate = activate;
