// The repaired form of the program beside it.
const vscode = require('vscode');
const express = require('express');

exports.activate = (context) => {
  const app = express();
  app.get('/open', async (req, res) => {
    const file = req.query.file;
    const known = vscode.workspace.textDocuments.find((d) => d.fileName === file);
    if (known) {
      await vscode.window.showTextDocument(known);
    }
    res.send('opened');
  });
  const server = app.listen(8090, '127.0.0.1');
  context.subscriptions.push(
    { dispose: () => server.close() },
    vscode.commands.registerCommand('preview-server-exec.run', () => 8090)
  );
};
