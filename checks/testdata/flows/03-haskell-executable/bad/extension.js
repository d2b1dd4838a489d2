// Modelled on haskell/vscode-haskell pull request 379: haskell.serverExecutablePath from the .vscode folder was run.
const vscode = require('vscode');
const { spawn } = require('child_process');

class Server {
  constructor(folder) {
    this.folder = folder;
    this.executable = vscode.workspace.getConfiguration('haskell', folder.uri).serverExecutablePath;
  }

  start() {
    const child = spawn(this.executable, ['--lsp'], { cwd: this.folder.uri.fsPath }); // want "haskell.serverExecutablePath.*child_process.spawn"
    child.on('error', (e) => vscode.window.showErrorMessage(e.message));
    return child;
  }
}

exports.activate = function (context) {
  const servers = (vscode.workspace.workspaceFolders || []).map((f) => new Server(f));
  context.subscriptions.push(
    vscode.commands.registerCommand('haskell-executable.run', () => servers.forEach((s) => s.start()))
  );
};
