// The repaired form of the program beside it.
const vscode = require('vscode');
const { start } = require('./server');

exports.activate = (context) => {
  const server = start();
  context.subscriptions.push(
    { dispose: () => server.close() },
    vscode.commands.registerCommand('latex-external-link.run', () => server.address())
  );
};
