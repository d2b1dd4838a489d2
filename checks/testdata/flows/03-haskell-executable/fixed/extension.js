// The repaired form of the program beside it.
const vscode = require('vscode');
const { spawn } = require('child_process');

class Server {
  constructor(folder) {
    this.folder = folder;
    this.executable = vscode.workspace.getConfiguration('haskell', folder.uri).serverExecutablePath;
  }

  start() {
    const child = spawn(this.executable, ['--lsp'], { cwd: this.folder.uri.fsPath });
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
