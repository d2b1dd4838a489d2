// The repaired form of the program beside it.
const vscode = require('vscode');
const { execFile } = require('child_process');

function activate(context) {
  const output = vscode.window.createOutputChannel('Perl LSP');
  context.subscriptions.push(
    vscode.commands.registerCommand('perl-show-version.run', () => {
      const server = vscode.workspace.getConfiguration().get('perl-lsp.serverPath');
      execFile(server, ['--version'], (error, stdout) => {
        output.appendLine(error ? String(error) : stdout);
      });
    })
  );
}

exports.activate = activate;
