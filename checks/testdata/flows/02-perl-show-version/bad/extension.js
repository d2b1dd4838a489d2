// Modelled on EffortlessMetrics/perl-lsp pull request 514: the configured server path becomes part of a shell's line.
const vscode = require('vscode');
const { exec } = require('child_process');

function activate(context) {
  const output = vscode.window.createOutputChannel('Perl LSP');
  context.subscriptions.push(
    vscode.commands.registerCommand('perl-show-version.run', () => {
      const server = vscode.workspace.getConfiguration().get('perl-lsp.serverPath');
      exec(`${server} --version`, (error, stdout) => { // want "perl-lsp.serverPath.*child_process.exec"
        output.appendLine(error ? String(error) : stdout);
      });
    })
  );
}

exports.activate = activate;
