// Modelled on EffortlessMetrics/perl-lsp pull request 622: perl-lsp.serverPath had no scope, so that a
// repository's settings chose the language server that is started.
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

async function activate(context) {
  const config = vscode.workspace.getConfiguration('perl-lsp');
  const serverPath = config.get('serverPath', '') || 'perl-lsp';
  const serverOptions = {
    run: { command: serverPath, args: ['--stdio'], transport: TransportKind.stdio },
    debug: { command: serverPath, args: ['--stdio', '--log'], transport: TransportKind.stdio },
  };
  const clientOptions = { documentSelector: [{ scheme: 'file', language: 'perl' }] };
  client = new LanguageClient('perl-lsp', 'Perl Language Server', serverOptions, clientOptions); // want "perl-lsp.serverPath"
  context.subscriptions.push(client);
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
