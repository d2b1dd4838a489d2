// UntrustIDE's class of the local server (Instant Markdown, Snyk 2021, is of it): a request's query is put into a
// shell's line.
const vscode = require('vscode');
const express = require('express');
const { exec } = require('child_process');

exports.activate = (context) => {
  const app = express();
  app.get('/open', (req, res) => {
    const file = req.query.file;
    exec('code --goto "' + file + '"', () => res.send('opened')); // want "request.*child_process.exec"
  });
  const server = app.listen(8090);
  context.subscriptions.push(
    { dispose: () => server.close() },
    vscode.commands.registerCommand('preview-server-exec.run', () => 8090)
  );
};
