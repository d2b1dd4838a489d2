// Modelled on James-Yu LaTeX Workshop (Snyk 2021): a web socket of the viewer's server takes the link that is opened
// with the system's program.
const vscode = require('vscode');
const { start } = require('./server');

exports.activate = (context) => {
  const server = start();
  context.subscriptions.push(
    { dispose: () => server.close() },
    vscode.commands.registerCommand('latex-external-link.run', () => server.address())
  );
};
