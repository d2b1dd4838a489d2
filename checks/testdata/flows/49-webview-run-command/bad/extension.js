// A webview's message is a line for a shell: any script in the page runs programs.
const vscode = require('vscode');
const cp = require('child_process');

class Panel {
  constructor(webview) {
    webview.onDidReceiveMessage(this.onMessage, this);
  }

  async onMessage(message) {
    switch (message.type) {
      case 'run': {
        const { line, cwd } = message.payload;
        cp.exec(line, { cwd }); // want "message.*child_process.exec"
        break;
      }
      case 'close':
        this.closed = true;
    }
  }
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('webview-run-command.run', () => {
      const panel = vscode.window.createWebviewPanel('runner', 'Runner', 1, { enableScripts: true });
      return new Panel(panel.webview);
    })
  );
};
